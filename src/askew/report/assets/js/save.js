// Files for the reader: CSV of what is shown, SVG of a figure.

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * RFC 4180. A spreadsheet would run a text that looks like a formula; such a text gets an apostrophe before it.
 * @param {(string | number | null | undefined)[][]} rows
 */
export function toCsv(rows) {
  return rows.map((row) => row.map(csvCell).join(",") + "\r\n").join("");
}

/** @param {string | number | null | undefined} value */
function csvCell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+@\t\r]|^-(?![\d.]+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
