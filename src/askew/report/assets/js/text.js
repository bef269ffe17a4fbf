// Texts are shown as text nodes only, never as HTML. What would reorder or hide its surroundings is made visible.

import { codeOf, CONTROLS } from "./elements.js";

/** @typedef {{start: number, end: number, kind: string}} Mark */
/** @typedef {{text: string, kinds: string[]}} Piece */

export const LONGEST_SHOWN = 400; // characters of one text in the list; the item itself shows all

const ONLY_ASCII = /^[\x00-\x7f]*$/;

/**
 * A text as it is searched: without case and diacritics.
 * @param {string} text
 */
export function fold(text) {
  const lower = text.toLowerCase();
  return ONLY_ASCII.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}+/gu, "");
}

/**
 * The words of a query, and its phrases in quotes, folded.
 * @param {string} query
 * @returns {string[]}
 */
export function queryTerms(query) {
  return [...query.matchAll(/"([^"]+)"|([^\s"]+)/g)].map((match) => fold(match[1] ?? match[2] ?? ""));
}

/**
 * A text cut where marks begin and end; marks may overlap.
 * @param {string} text
 * @param {Mark[]} marks
 * @returns {Piece[]}
 */
export function pieces(text, marks) {
  const edges = new Set([0, text.length]);
  for (const mark of marks) {
    edges.add(Math.min(mark.start, text.length));
    edges.add(Math.min(mark.end, text.length));
  }
  const sorted = [...edges].sort((a, b) => a - b);
  const result = [];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const start = sorted[i] ?? 0;
    const end = sorted[i + 1] ?? 0;
    const kinds = marks.filter((mark) => mark.start <= start && end <= mark.end).map((mark) => mark.kind);
    result.push({ text: text.slice(start, end), kinds });
  }
  return result;
}

/**
 * Offsets in pairs as marks.
 * @param {number[]} flat
 * @param {string} kind
 * @returns {Mark[]}
 */
export function marksOf(flat, kind) {
  const marks = [];
  for (let i = 0; i + 1 < flat.length; i += 2) marks.push({ start: flat[i] ?? 0, end: flat[i + 1] ?? 0, kind });
  return marks;
}

/**
 * Where a name stands in the source, as whole words.
 * @param {string} source
 * @param {string} name
 * @param {string} kind
 * @returns {Mark[]}
 */
export function mentions(source, name, kind = "found") {
  if (!name) return [];
  const place = ` ${source.toLowerCase().replace(/[^\p{L}\p{N}]/gu, " ")} `.indexOf(` ${name.toLowerCase()} `);
  return place < 0 ? [] : [{ start: place, end: place + name.length, kind }];
}

/**
 * Writes a marked text into an element: marks as <mark>, controls by their code.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {Mark[]} marks
 * @param {number} longest
 */
export function writeText(element, text, marks, longest = Infinity) {
  const shown = text.length > longest ? text.slice(0, longest) : text;
  for (const piece of pieces(shown, marks)) {
    if (!piece.text) continue;
    let parent = element;
    if (piece.kinds.length) {
      parent = document.createElement("mark");
      parent.className = piece.kinds.join(" ");
      element.append(parent);
    }
    writePlain(parent, piece.text);
  }
  if (shown.length < text.length) {
    element.append(small("more", ` … ${(text.length - shown.length).toLocaleString("en")} more characters`));
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function writePlain(element, text) {
  if (!CONTROLS.test(text)) {
    element.append(text);
    return;
  }
  let run = "";
  for (const character of text) {
    if (CONTROLS.test(character)) {
      element.append(run, small("control", codeOf(character)));
      run = "";
    } else {
      run += character;
    }
  }
  element.append(run);
}

/**
 * @param {string} kind
 * @param {string} text
 */
function small(kind, text) {
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = text;
  return span;
}
