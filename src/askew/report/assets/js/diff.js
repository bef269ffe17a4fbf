// The words in which two outputs differ.

/** @import { Mark } from "./text.js" */

const MOST_WORDS = 600; // beyond that a table of all pairs of words would be too large

/**
 * Marks over the words of `text` that have no counterpart in `other` (longest common subsequence of words).
 * @param {string} text
 * @param {string} other
 * @returns {Mark[]}
 */
export function differingWords(text, other) {
  if (text === other) return [];
  const ours = wordsOf(text);
  const theirs = wordsOf(other);
  if (ours.length > MOST_WORDS || theirs.length > MOST_WORDS) return [];
  const kept = commonWords(ours.map((word) => word.key), theirs.map((word) => word.key));
  return ours.filter((_, index) => !kept.has(index)).map(({ start, end }) => ({ start, end, kind: "differs" }));
}

/** @param {string} text */
function wordsOf(text) {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)].map((match) => ({
    key: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Which places of `left` belong to a longest common subsequence of the two lists.
 * @param {string[]} left
 * @param {string[]} right
 * @returns {Set<number>}
 */
export function commonWords(left, right) {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width); // lengths[i * width + j]: of left[i..] and right[j..]
  /** @param {number} i @param {number} j */
  const at = (i, j) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kept = new Set();
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      kept.add(i++);
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}
