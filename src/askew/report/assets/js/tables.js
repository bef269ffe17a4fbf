// Tables: a click on a heading sorts, a button saves as CSV.

import { button, make } from "./elements.js";
import { saveFile, toCsv } from "./save.js";

/** @param {HTMLTableElement} table */
export function enhance(table) {
  const headings = [...table.querySelectorAll("thead th")];
  const body = table.tBodies[0];
  if (!body) return;
  for (const [column, heading] of headings.entries()) {
    if (!heading.textContent) continue;
    const text = heading.textContent;
    const sorter = make("button", "sorter", text);
    sorter.type = "button";
    const about = heading.getAttribute("title");
    if (about) {
      heading.removeAttribute("title");
      sorter.setAttribute("aria-description", about);
    }
    sorter.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].sort((a, b) => compareCells(keyOf(a, column), keyOf(b, column)));
      body.append(...(down ? rows.reverse() : rows));
    });
    heading.replaceChildren(sorter);
  }
  const heading = table.closest(".table")?.querySelector(".title");
  const title = heading?.textContent ?? "table";
  const save = button("CSV", `Download the table ${title} as CSV`, () => saveFile(fileName(title), toCsv(rowsOf(table)), "text/csv"));
  heading?.after(save);
}

/**
 * @param {HTMLTableRowElement} row
 * @param {number} column
 * @returns {string | number}
 */
function keyOf(row, column) {
  const cell = row.cells[column];
  const value = cell?.dataset["number"];
  return value === undefined ? (cell?.textContent ?? "") : Number(value);
}

/**
 * Numbers by size, before texts; texts by the alphabet.
 * @param {string | number} a
 * @param {string | number} b
 */
export function compareCells(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return a.localeCompare(b, "en", { numeric: true });
}

/**
 * Values with their intervals in columns of their own.
 * @param {HTMLTableElement} table
 */
function rowsOf(table) {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const headings = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent ?? "");
  const spans = headings.map((_, column) => rows.some((row) => row.cells[column]?.dataset["low"] !== undefined));
  const head = headings.flatMap((name, column) => (spans[column] ? [name, `${name} low`, `${name} high`] : [name]));
  return [
    head,
    ...rows.map((row) =>
      [...row.cells].flatMap((cell, column) => {
        const value = cell.querySelector(".value")?.textContent ?? cell.textContent ?? "";
        const exact = cell.dataset["number"] ?? value.trim();
        return spans[column] ? [exact, cell.dataset["low"] ?? "", cell.dataset["high"] ?? ""] : [exact];
      }),
    ),
  ];
}

/** @param {string} title */
function fileName(title) {
  return `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "table"}.csv`;
}
