// The browser of sentences: which set, which systems, which filters; the list, and the item one opens.

import { readBlock, textNow } from "./blocks.js";
import { Sentences } from "./columns.js";
import { button, choice, make, shown } from "./elements.js";
import { askedAbout, askedAndGiven, transcriptOf, outputElement, referenceElement, showItem, sourceElement, verdictElement } from "./item.js";
import { PagedList, VirtualList } from "./list.js";
import { saveFile, toCsv } from "./save.js";
import { itemHash, parsePlace, sentencesHash } from "./state.js";
import { LONGEST_SHOWN } from "./text.js";

/** @import { Query, SetInfo } from "./columns.js" */

const FIRST = ["verdict", "predicted", "gold", "stereotype", "entity", "occupation", "class", "talk"]; // filters always in view
const TYPING = 60; // milliseconds to wait for the next letter
const PRINTED = 50; // sentences of the current filter that a print has
const PHONE = "(max-width: 46rem)";

export class SentenceBrowser {
  /**
   * @param {HTMLElement} root
   * @param {HTMLDialogElement} dialog
   * @param {SetInfo[]} sets
   */
  constructor(root, dialog, sets) {
    this.sets = sets;
    this.dialog = dialog;
    this.controls = make("div", "controls");
    this.more = make("details", "more-filters");
    this.status = make("p", "status");
    this.status.setAttribute("role", "status");
    this.viewport = make("div", "viewport");
    this.viewport.tabIndex = 0;
    this.viewport.setAttribute("role", "listbox");
    this.viewport.setAttribute("aria-label", "Sentences");
    const save = button("CSV of these", "Download these sentences as CSV", () => this.#save());
    root.replaceChildren(this.controls, make("div", "bar", this.status, save), this.viewport);
    this.printed = make("div", "printed");
    root.append(this.printed);
    const phone = matchMedia(PHONE);
    this.list = this.#makeList(phone.matches);
    phone.addEventListener("change", () => {
      const { rows } = this.list;
      this.list = this.#makeList(phone.matches);
      this.list.show(rows);
    });
    /** @type {Map<string, Promise<Sentences>>} */
    this.loaded = new Map();
    /** @type {Map<string, Sentences>} */
    this.ready = new Map();
    /** @type {Sentences | null} */
    this.set = null;
    /** @type {Query} */
    this.query = emptyQuery();
    dialog.addEventListener("close", () => {
      if (location.hash.startsWith("#item?")) this.#remember();
    });
    dialog.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) this.#move(by);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  /** @param {boolean} phone on a phone rows are as high as their text, and come in pages */
  #makeList(phone) {
    this.viewport.replaceChildren();
    const List = phone ? PagedList : VirtualList;
    return new List(this.viewport, (row) => this.#row(row), (row) => this.#open(row));
  }

  /** Shows what the address asks for; false where it asks for something else. */
  async follow() {
    const place = parsePlace(location.hash);
    if (!place) return false;
    const info = this.sets.find((set) => set.id === place.set) ?? this.sets[0];
    if (!info) return false;
    const set = await this.#load(info);
    if (place.view === "item") {
      if (this.set !== set) await this.choose(info, place.query);
      const item = set.items.id.indexOf(place.id);
      const run = Math.max(0, set.systems.indexOf(this.query.system));
      this.list.active = this.list.rows.findIndex((row) => set.row(row).item === item);
      if (item >= 0) this.#show(set, item, run);
    } else {
      await this.choose(info, place.query);
    }
    return true;
  }

  /**
   * @param {SetInfo} info
   * @param {Query} query
   */
  async choose(info, query = emptyQuery()) {
    this.set = await this.#load(info);
    this.query = query;
    this.#drawControls();
    this.#select();
  }

  /**
   * @param {SetInfo} info
   * @returns {Promise<Sentences>}
   */
  #load(info) {
    let promise = this.loaded.get(info.id);
    if (!promise) {
      this.status.textContent = "reading the sentences …";
      promise = Promise.all([readBlock(info.items), ...info.runs.map((run) => readBlock(run.block))]).then(
        ([items, ...runs]) => new Sentences(info, items, runs),
      );
      promise.then((set) => {
        this.ready.set(info.id, set);
        prepareInIdleTime(set);
      });
      this.loaded.set(info.id, promise);
    }
    return promise;
  }

  #drawControls() {
    const { set, query } = this;
    if (!set) return;
    const search = make("input");
    search.type = "search";
    search.value = query.text;
    search.placeholder = "words in source or output";
    let timer = 0;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        query.text = search.value;
        this.#changed();
      }, TYPING);
    });
    const parts = [make("label", "choice search", make("span", "", "search"), search)];
    if (this.sets.length > 1) {
      const options = this.sets.map((info) => /** @type {[string, string]} */ ([info.id, info.label]));
      parts.push(choice("suite, language", options, set.info.id, (id) => this.#switch(id)));
    }
    const systems = set.systems.map((name) => /** @type {[string, string]} */ ([name, name]));
    if (systems.length > 1) {
      parts.push(
        choice("system", [["", "all"], ...systems], query.system, (value) => this.#set({ system: value })),
        choice("beside", [["", "nothing"], ...systems], query.beside, (value) => this.#set({ beside: value })),
        choice(
          "show",
          [
            ["", "all"],
            ["verdict", "verdicts differ"],
            ["output", "outputs differ"],
            ["lost", "lost: right only beside"],
            ["won", "won: right only here"],
          ],
          query.differ,
          (value) => this.#set({ differ: value }),
        ),
      );
    }
    const numbers = set.numbers();
    if (numbers.length) {
      const orders = numbers.flatMap((name) => {
        const heading = set.info.headings[name] ?? shown(name);
        return [[name, `${heading}, low to high`], [`-${name}`, `${heading}, high to low`]];
      });
      const options = /** @type {[string, string][]} */ ([["", "item"], ...orders]);
      parts.push(choice("sort by", options, query.sort, (value) => this.#set({ sort: value })));
    }
    const choices = [...set.choices()].map(([name, values]) => ({ name, element: this.#filter(name, values) }));
    const first = FIRST.flatMap((name) => choices.filter((entry) => entry.name === name));
    const rest = choices.filter((entry) => !FIRST.includes(entry.name));
    parts.push(...first.map((entry) => entry.element));
    this.more.replaceChildren(make("summary", "", "more filters"), make("div", "controls", ...rest.map((entry) => entry.element)));
    this.more.open ||= rest.some((entry) => entry.name in query.filters);
    const clear = button("clear", "Clear all filters", () => this.choose(set.info).then(() => this.#remember()));
    this.controls.replaceChildren(...parts, clear, ...(rest.length ? [this.more] : []));
  }

  /**
   * @param {string} name
   * @param {string[]} values
   */
  #filter(name, values) {
    const sorted = [...values].sort((a, b) => a.localeCompare(b, "en"));
    // An option's value must tell "any" from a value that is empty.
    const options = sorted.map((value) => /** @type {[string, string]} */ ([`=${value}`, shown(value)]));
    const chosen = name in this.query.filters ? `=${this.query.filters[name]}` : "";
    return choice(shown(name), [["", "any"], ...options], chosen, (value) => {
      if (value) this.query.filters[name] = value.slice(1);
      else delete this.query.filters[name];
      this.#changed();
    });
  }

  /** @param {string} id */
  #switch(id) {
    const info = this.sets.find((set) => set.id === id);
    if (info) this.choose(info).then(() => this.#remember());
  }

  /** @param {Partial<Query>} change */
  #set(change) {
    Object.assign(this.query, change);
    this.#changed();
  }

  #changed() {
    this.#select();
    this.#remember();
  }

  #remember() {
    if (this.set) history.replaceState(null, "", sentencesHash(this.set.info.id, this.query));
  }

  #select() {
    const { set, query } = this;
    if (!set) return;
    const start = performance.now();
    const rows = set.select(query);
    this.viewport.classList.toggle("with-beside", query.beside !== "");
    this.viewport.classList.toggle("with-reference", set.items.references.some((references) => references.length > 0));
    showLegend(set);
    this.list.show(rows);
    this.viewport.dataset["milliseconds"] = (performance.now() - start).toFixed(1);
    this.viewport.dataset["rows"] = String(rows.length);
    this.status.textContent = counted(set, rows);
  }

  /** @param {number} number */
  #row(number) {
    const set = /** @type {Sentences} */ (this.set);
    const { run, verdict, item } = set.row(number);
    const beside = set.systems.indexOf(this.query.beside);
    const other = beside >= 0 && beside !== run ? set.output(beside, item) : transcriptOf(set, item);
    const asked = askedAndGiven(set, run, verdict, item);
    const facts = [askedAbout(set, run, verdict), ...this.#numbers(run, verdict)].filter(Boolean).map(shown).join(" · ");
    const meta = make(
      "div",
      "meta",
      verdictElement(set.label(run, verdict, "verdict")),
      ...[asked, facts].filter(Boolean).map((text) => make("span", "", text)),
      make("span", "soft", make("bdi", "", set.systems[run] ?? ""), ` · ${set.items.id[item]}`),
    );
    const source = sourceElement(set, run, verdict, item, LONGEST_SHOWN);
    const reference = referenceElement(set, item, LONGEST_SHOWN);
    const asking = make("div", "asking", source, ...(reference ? [reference] : []));
    const row = make("div", "row", meta, asking);
    row.append(outputElement(set, run, verdict, item, other, LONGEST_SHOWN));
    if (beside >= 0) {
      const theirs = set.firstVerdict[beside]?.[item] ?? -1;
      const element = outputElement(set, beside, theirs, item, beside === run ? null : set.output(run, item), LONGEST_SHOWN);
      // The verdict stands outside: the direction of the output is that of its own first letter.
      row.append(make("div", "other", verdictElement(theirs < 0 ? "" : set.label(beside, theirs, "verdict")), element));
    }
    return row;
  }

  /**
   * The number sorted by, or the first there is.
   * @param {number} run
   * @param {number} verdict
   */
  #numbers(run, verdict) {
    const columns = this.set?.runs[run]?.numbers ?? {};
    const name = this.query.sort.replace(/^-/, "") || Object.keys(columns)[0] || "";
    const value = columns[name]?.[verdict];
    return value === null || value === undefined ? [] : [`${this.set?.info.headings[name] ?? name} ${value}`];
  }

  /** @param {number} number */
  #open(number) {
    const set = /** @type {Sentences} */ (this.set);
    const { run, item } = set.row(number);
    history.replaceState(null, "", itemHash(set.info.id, set.items.id[item] ?? ""));
    this.#show(set, item, run);
  }

  /**
   * @param {Sentences} set
   * @param {number} item
   * @param {number} run
   */
  #show(set, item, run) {
    const { active, rows } = this.list;
    const place = active < 0 ? "" : `${(active + 1).toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
    showItem(this.dialog, set, item, run, { place, move: rows.length > 1 ? (by) => this.#move(by) : null });
  }

  /** @param {number} by to the next sentence of the list, or back */
  #move(by) {
    this.list.step(by);
  }

  /** The first sentences of what is shown, for print; at once, since a print does not wait. */
  printNow() {
    const info = this.set?.info ?? this.sets[0];
    if (!info) return;
    const set = this.set ?? this.#loadNow(info);
    const before = this.set;
    this.set = set;
    const rows = before ? this.list.rows : set.select(this.query);
    const shownRows = [...rows.slice(0, PRINTED)].map((row) => this.#row(row));
    this.set = before;
    const filters = Object.entries({ system: this.query.system, search: this.query.text, ...this.query.filters });
    const chosen = filters.filter(([, value]) => value).map(([name, value]) => `${shown(name)} ${shown(value)}`);
    const what = `${set.info.label}${chosen.length ? `; ${chosen.join(", ")}` : ""}: ${counted(set, rows)}`;
    const first = rows.length > PRINTED ? `; the first ${PRINTED} outputs` : "";
    this.printed.replaceChildren(make("p", "about", `${what}${first}.`), ...shownRows);
  }

  /**
   * @param {SetInfo} info
   * @returns {Sentences}
   */
  #loadNow(info) {
    let set = this.ready.get(info.id);
    if (!set) {
      const [items, ...runs] = [info.items, ...info.runs.map((run) => run.block)].map((name) => JSON.parse(textNow(name)));
      set = new Sentences(info, items, runs);
      this.ready.set(info.id, set);
      this.loaded.set(info.id, Promise.resolve(set));
    }
    return set;
  }

  #save() {
    const set = /** @type {Sentences} */ (this.set);
    const attributes = Object.keys(set.items.attributes);
    const labels = [...new Set(set.runs.flatMap((run) => Object.keys(run.labels)))];
    const numbers = set.numbers();
    /** @type {(string | number | null | undefined)[][]} */
    const rows = [["system", "id", ...attributes, ...labels, ...numbers, "reason", "source", "output"]];
    for (const number of this.list.rows) {
      const { run, verdict, item } = set.row(number);
      const reason = set.runs[run]?.reason;
      rows.push([
        set.systems[run] ?? "",
        set.items.id[item] ?? "",
        ...attributes.map((name) => set.attribute(item, name)),
        ...labels.map((name) => set.label(run, verdict, name)),
        ...numbers.map((name) => set.runs[run]?.numbers[name]?.[verdict]),
        reason?.values[reason.codes[verdict] ?? 0] ?? "",
        set.items.source[item] ?? "",
        set.output(run, item) ?? "",
      ]);
    }
    saveFile("sentences.csv", toCsv(rows), "text/csv");
  }
}

/**
 * How many items rows are about, out of how many; and how many outputs, where that is another number.
 * @param {Sentences} set
 * @param {Uint32Array} rows
 */
function counted(set, rows) {
  const items = set.itemsIn(rows);
  const all = set.items.id.length;
  const of = items === all ? "" : ` of ${all.toLocaleString("en")}`;
  const outputs = rows.length === items ? "" : `, ${rows.length.toLocaleString("en")} outputs`;
  return `${items.toLocaleString("en")}${of} items${outputs}`;
}

/**
 * The legend says only what can be seen in a set.
 * @param {Sentences} set
 */
function showLegend(set) {
  const seen = {
    found: set.runs.some((run) => run.found.some((spans) => spans.length > 0)),
    says: set.items.marks.some((spans) => spans.length > 0),
    decided: set.runs.some((run) => run.decided.some((spans) => spans.length > 0)),
    differs: set.runs.length > 1,
  };
  for (const [kind, is] of Object.entries(seen)) {
    for (const part of document.querySelectorAll(`.legend [data-mark="${kind}"]`)) /** @type {HTMLElement} */ (part).hidden = !is;
  }
}

/** @returns {Query} */
function emptyQuery() {
  return { system: "", beside: "", differ: "", sort: "", text: "", filters: {} };
}

/** @param {Sentences} set */
function prepareInIdleTime(set) {
  /** @type {(work: () => void) => void} */
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  const step = () => {
    if (set.prepare()) later(step);
  };
  later(step);
}
