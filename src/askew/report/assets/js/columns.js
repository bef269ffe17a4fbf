// A set of runs on the same items, in columns; filtering goes over arrays of codes and gives row numbers.
// A row is one verdict of one run; the rows of all runs of a set are numbered through.

import { fold, queryTerms } from "./text.js";

/** @typedef {{values: string[], codes: number[]}} Column */
/** @typedef {{id: string[], source: string[], marks: number[][], references: string[][], attributes: Record<string, Column>, filters: string[]}} Items */
/**
 * @typedef {{answered: number[], output: string[], item: number[], unit: Column, labels: Record<string, Column>, filters: string[],
 *   reason: Column, numbers: Record<string, (number | null)[]>, found: number[][], decided: number[][]}} RunColumns
 */
/** @typedef {{id: string, label: string, lang: string, recognised: boolean, headings: Record<string, string>, items: string, runs: {system: string, block: string}[]}} SetInfo */
/** @typedef {{run: number, verdict: number, item: number}} Row */
/** @typedef {{system: string, beside: string, differ: string, sort: string, text: string, filters: Record<string, string>}} Query */

const RIGHT = "correct";

/** Many texts as one, folded: looking for a term is one pass of the browser's own search. */
export class Haystack {
  /** @param {string[]} texts */
  constructor(texts) {
    const folded = texts.map((text) => fold(text).replaceAll("\n", " "));
    this.text = folded.join("\n");
    this.starts = new Uint32Array(texts.length + 1);
    for (let i = 0; i < folded.length; i++) this.starts[i + 1] = (this.starts[i] ?? 0) + (folded[i]?.length ?? 0) + 1;
  }

  /**
   * A flag per text that has a term (folded, not empty).
   * @param {string} term
   */
  flags(term) {
    const flags = new Uint8Array(this.starts.length - 1);
    let at = 0;
    for (let found = this.text.indexOf(term); found >= 0; found = this.text.indexOf(term, this.starts[at + 1])) {
      while ((this.starts[at + 1] ?? Infinity) <= found) at++;
      flags[at] = 1;
    }
    return flags;
  }
}

export class Sentences {
  /**
   * @param {SetInfo} info
   * @param {Items} items
   * @param {RunColumns[]} runs
   */
  constructor(info, items, runs) {
    this.info = info;
    this.items = items;
    this.runs = runs;
    this.offsets = [0];
    for (const run of runs) this.offsets.push((this.offsets.at(-1) ?? 0) + run.item.length);
    /** Where an item's output stands in a run; -1 where it has none. */
    this.outputAt = runs.map((run) => placesOf(run.answered, items.id.length));
    this.firstVerdict = runs.map((run) => placesOf(run.item, items.id.length));
    /** @type {Haystack | null} */
    this.sources = null;
    /** @type {(Haystack | null)[]} */
    this.outputs = runs.map(() => null);
  }

  get size() {
    return this.offsets.at(-1) ?? 0;
  }

  get systems() {
    return this.info.runs.map((run) => run.system);
  }

  /**
   * What can be filtered by: names with the values they take, the item's attributes after the verdict's labels.
   * @returns {Map<string, string[]>}
   */
  choices() {
    /** @type {Map<string, string[]>} */
    const choices = new Map();
    for (const run of this.runs) {
      for (const name of run.filters) {
        const values = run.labels[name]?.values ?? [];
        choices.set(name, [...new Set([...(choices.get(name) ?? []), ...values])]);
      }
    }
    for (const name of this.items.filters) choices.set(name, this.items.attributes[name]?.values ?? []);
    return choices;
  }

  /** What can be sorted by. */
  numbers() {
    return [...new Set(this.runs.flatMap((run) => Object.keys(run.numbers)))];
  }

  /**
   * @param {number} number
   * @returns {Row}
   */
  row(number) {
    let run = 0;
    while ((this.offsets[run + 1] ?? Infinity) <= number) run++;
    const verdict = number - (this.offsets[run] ?? 0);
    return { run, verdict, item: this.runs[run]?.item[verdict] ?? 0 };
  }

  /**
   * How many items some rows are about; an item has a row per system, and maybe several verdicts.
   * @param {Uint32Array} rows
   */
  itemsIn(rows) {
    const seen = new Uint8Array(this.items.id.length);
    let count = 0;
    for (const number of rows) {
      const { item } = this.row(number);
      if (!seen[item]) count += seen[item] = 1;
    }
    return count;
  }

  /**
   * @param {number} run
   * @param {number} item
   * @returns {string | null}
   */
  output(run, item) {
    const place = this.outputAt[run]?.[item] ?? -1;
    return place < 0 ? null : (this.runs[run]?.output[place] ?? null);
  }

  /**
   * @param {number} run
   * @param {number} verdict
   * @param {string} name
   */
  label(run, verdict, name) {
    const column = this.runs[run]?.labels[name];
    return column ? (column.values[column.codes[verdict] ?? 0] ?? "") : "";
  }

  /**
   * @param {number} item
   * @param {string} name
   */
  attribute(item, name) {
    const column = this.items.attributes[name];
    return column ? (column.values[column.codes[item] ?? 0] ?? "") : "";
  }

  /** Folds all texts, so that the first search is as fast as any. Does one part per call; false when all is done. */
  prepare() {
    if (!this.sources) {
      this.sources = new Haystack(this.items.source);
      return true;
    }
    const next = this.outputs.indexOf(null);
    if (next >= 0) this.outputs[next] = new Haystack(this.runs[next]?.output ?? []);
    return next >= 0;
  }

  /**
   * The rows that a query leaves, in order.
   * @param {Query} query
   * @returns {Uint32Array}
   */
  select(query) {
    const terms = queryTerms(query.text);
    if (terms.length) while (this.prepare());
    const inSource = terms.map((term) => this.#itemsWith(term));
    const allowed = this.#allowedItems(query.filters);
    const beside = this.systems.indexOf(query.beside);
    const result = new Uint32Array(this.size);
    let size = 0;
    for (const [r, run] of this.runs.entries()) {
      if (query.system && this.systems[r] !== query.system) continue;
      const tests = this.#labelTests(run, query.filters);
      if (!tests) continue;
      const offset = this.offsets[r] ?? 0;
      const inOutput = terms.map((term) => this.outputs[r]?.flags(term));
      for (let v = 0; v < run.item.length; v++) {
        const item = run.item[v] ?? 0;
        if (allowed && !allowed[item]) continue;
        if (!tests.every(({ codes, wanted }) => codes[v] === wanted)) continue;
        const place = this.outputAt[r]?.[item] ?? -1;
        if (terms.length && !terms.every((_, t) => inSource[t]?.[item] || inOutput[t]?.[place])) continue;
        if (query.differ && beside >= 0 && !this.#differs(r, v, item, beside, query.differ)) continue;
        result[size++] = offset + v;
      }
    }
    return this.#sorted(result.subarray(0, size), query.sort);
  }

  /**
   * Rows by a number, the least first, or with "-" before its name the greatest; rows without it come last.
   * @param {Uint32Array} rows
   * @param {string} sort
   */
  #sorted(rows, sort) {
    const name = sort.replace(/^-/, "");
    if (!name) return rows;
    const sign = sort.startsWith("-") ? -1 : 1;
    const values = new Float64Array(this.size);
    for (const [r, run] of this.runs.entries()) {
      const offset = this.offsets[r] ?? 0;
      for (let v = 0; v < run.item.length; v++) values[offset + v] = sign * (run.numbers[name]?.[v] ?? sign * Infinity);
    }
    const at = (/** @type {number} */ row) => values[row] ?? Infinity;
    return rows.sort((a, b) => (at(a) === at(b) ? a - b : at(a) < at(b) ? -1 : 1));
  }

  /**
   * @param {Record<string, string>} filters
   * @returns {Uint8Array | null} a flag per item; null where no filter is about items
   */
  #allowedItems(filters) {
    let allowed = null;
    for (const [name, value] of Object.entries(filters)) {
      const column = this.items.attributes[name];
      if (!column || !this.items.filters.includes(name)) continue;
      const wanted = column.values.indexOf(value);
      allowed ??= new Uint8Array(column.codes.length).fill(1);
      for (let i = 0; i < column.codes.length; i++) if (column.codes[i] !== wanted) allowed[i] = 0;
    }
    return allowed;
  }

  /**
   * @param {RunColumns} run
   * @param {Record<string, string>} filters
   * @returns {{codes: number[], wanted: number}[] | null} null where no row of the run can pass
   */
  #labelTests(run, filters) {
    const tests = [];
    for (const [name, value] of Object.entries(filters)) {
      if (this.items.filters.includes(name)) continue;
      const column = run.labels[name];
      const wanted = column ? column.values.indexOf(value) : -1;
      if (!column || wanted < 0) return null;
      tests.push({ codes: column.codes, wanted });
    }
    return tests;
  }

  /**
   * A flag per item whose source has a term, or whose id it is; all runs share it.
   * @param {string} term
   */
  #itemsWith(term) {
    const flags = this.sources?.flags(term) ?? new Uint8Array(this.items.id.length);
    for (let i = 0; i < flags.length; i++) if (this.items.id[i] === term) flags[i] = 1;
    return flags;
  }

  /**
   * @param {number} run
   * @param {number} verdict
   * @param {number} item
   * @param {number} beside
   * @param {string} how
   */
  #differs(run, verdict, item, beside, how) {
    if (how === "output") return this.output(run, item) !== this.output(beside, item);
    const other = this.firstVerdict[beside]?.[item] ?? -1;
    if (other < 0) return false;
    const [own, theirs] = [this.label(run, verdict, "verdict"), this.label(beside, other, "verdict")];
    if (how === "lost") return theirs === RIGHT && own !== RIGHT;
    if (how === "won") return own === RIGHT && theirs !== RIGHT;
    return own !== theirs;
  }
}

/**
 * Where each number from 0 to size−1 first stands in a list; -1 where it does not.
 * @param {number[]} numbers
 * @param {number} size
 */
function placesOf(numbers, size) {
  const places = new Int32Array(size).fill(-1);
  for (let i = numbers.length - 1; i >= 0; i--) places[numbers[i] ?? 0] = i;
  return places;
}
