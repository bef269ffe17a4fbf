// What is shown is part of the address, so that every view and every item has a link.
//   #sentences?set=ID&system=NAME&beside=NAME&differ=verdict&q=words&gold=female    some sentences
//   #item?set=ID&id=17                                                              one item

/** @import { Query } from "./columns.js" */
/** @typedef {{view: string, set: string, id: string, query: Query}} Place */

const RESERVED = ["set", "system", "beside", "differ", "sort", "q", "id"];

/**
 * @param {string} hash
 * @returns {Place | null} null for an ordinary anchor
 */
export function parsePlace(hash) {
  const match = /^#(sentences|item)\?(.*)$/.exec(hash);
  if (!match) return null;
  const fields = new URLSearchParams(match[2]);
  const filters = Object.fromEntries([...fields].filter(([name]) => !RESERVED.includes(name)));
  const query = {
    system: fields.get("system") ?? "",
    beside: fields.get("beside") ?? "",
    differ: fields.get("differ") ?? "",
    sort: fields.get("sort") ?? "",
    text: fields.get("q") ?? "",
    filters,
  };
  return { view: match[1] ?? "", set: fields.get("set") ?? "", id: fields.get("id") ?? "", query };
}

/**
 * @param {string} set
 * @param {Query} query
 */
export function sentencesHash(set, query) {
  const { system, beside, differ, sort, text, filters } = query;
  const fields = { set, system, beside, differ, sort, q: text, ...filters };
  const given = Object.entries(fields).filter(([name, value]) => value !== "" || name in query.filters);
  return `#sentences?${new URLSearchParams(given)}`;
}

/**
 * @param {string} set
 * @param {string} id
 */
export function itemHash(set, id) {
  return `#item?${new URLSearchParams({ set, id })}`;
}

/**
 * The same place on the page of its set, in a folder that has a page per set.
 * @param {string} folder
 * @param {string} hash
 */
export function otherPage(folder, hash) {
  return `${folder}${encodeURIComponent(parsePlace(hash)?.set ?? "")}.html${hash}`;
}
