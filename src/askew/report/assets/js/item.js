// One item: its source, and what every system made of it.

import { differingWords } from "./diff.js";
import { make, shown } from "./elements.js";
import { itemHash } from "./state.js";
import { marksOf, mentions, writeText } from "./text.js";

/** @import { Sentences } from "./columns.js" */

/**
 * Whom or what a verdict is about: a person, a term; empty where it is about the whole output, as all verdicts of the run are.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict
 */
export function askedAbout(set, run, verdict) {
  const units = set.runs[run]?.unit;
  return units && units.values.length > 1 ? (units.values[units.codes[verdict] ?? 0] ?? "") : "";
}

/**
 * What a transcript should say, which its words are compared with; null for a translation.
 * @param {Sentences} set
 * @param {number} item
 */
export function heardAs(set, item) {
  return set.info.recognised ? (set.items.references[item]?.[0] ?? set.items.source[item] ?? null) : null;
}

/**
 * An output with what was found, what decided, and the words in which it differs from another.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict -1 for none
 * @param {number} item
 * @param {string | null} other
 * @param {number} longest
 */
export function outputElement(set, run, verdict, item, other, longest) {
  const text = set.output(run, item);
  const element = make("div", "output");
  element.lang = set.info.lang;
  element.dir = "auto";
  if (text === null) {
    element.append(make("span", "soft", "no output"));
    return element;
  }
  const columns = set.runs[run];
  const marks = [
    ...marksOf(columns?.found[verdict] ?? [], "found"),
    ...marksOf(columns?.decided[verdict] ?? [], "decided"),
    ...(other === null ? [] : differingWords(text, other)),
  ];
  if (text === "") element.append(make("span", "soft", "(empty)"));
  writeText(element, text, marks, longest);
  return element;
}

/**
 * The source, with what the verdict is about: found in the output, or missed.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict
 * @param {number} item
 * @param {number} longest
 */
export function sourceElement(set, run, verdict, item, longest) {
  const element = make("div", "source");
  element.lang = "en";
  element.dir = "auto";
  const source = set.items.source[item] ?? "";
  const kind = set.runs[run]?.found[verdict]?.length ? "found" : "missed";
  writeText(element, source, mentions(source, askedAbout(set, run, verdict), kind), longest);
  return element;
}

/**
 * @param {string} verdict
 */
export function verdictElement(verdict) {
  /** @type {Record<string, string>} */
  const signs = { correct: "✓", incorrect: "✗", inconclusive: "?" };
  if (!verdict) return make("span");
  return make("span", `verdict ${verdict in signs ? verdict : ""}`, `${signs[verdict] ?? ""} ${shown(verdict)}`.trim());
}

/**
 * Fills the dialog with an item; outputs are marked where they differ from the chosen run's.
 * @param {HTMLDialogElement} dialog
 * @param {Sentences} set
 * @param {number} item
 * @param {number} chosen
 */
export function showItem(dialog, set, item, chosen) {
  const id = set.items.id[item] ?? "";
  const link = make("a", "", "link to this item");
  link.href = itemHash(set.info.id, id);
  const close = make("button", "quiet", "close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  const title = make("h2", "", `Item ${id}`);
  title.id = "item-title";
  const head = make("header", "", title, make("span", "soft", set.info.label), link, close);
  const attributes = make("dl", "facts");
  for (const name of Object.keys(set.items.attributes)) {
    const value = set.attribute(item, name);
    if (value) attributes.append(make("div", "", make("dt", "", shown(name)), make("dd", "", value)));
  }
  const first = set.firstVerdict[chosen]?.[item] ?? -1;
  const parts = [head, sourceElement(set, chosen, first, item, Infinity), attributes];
  for (const reference of set.items.references[item] ?? []) {
    const element = make("div", "reference");
    element.lang = set.info.lang;
    element.dir = "auto";
    writeText(element, reference, []);
    parts.push(make("section", "", make("h3", "", "Reference"), element));
  }
  const order = [chosen, ...set.runs.keys()].filter((run, place, all) => all.indexOf(run) === place);
  const own = set.output(chosen, item);
  for (const run of order) parts.push(answer(set, run, item, heardAs(set, item) ?? (run === chosen ? null : own)));
  dialog.replaceChildren(...parts);
  dialog.setAttribute("aria-labelledby", "item-title");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/**
 * What one system made of an item, and what was decided about it.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} item
 * @param {string | null} other
 */
function answer(set, run, item, other) {
  const columns = set.runs[run];
  const section = make("section", "answer", make("h3", "", make("bdi", "", set.systems[run] ?? "")));
  const verdicts = columns ? [...columns.item.keys()].filter((v) => columns.item[v] === item) : [];
  for (const verdict of verdicts.length ? verdicts : [-1]) {
    section.append(outputElement(set, run, verdict, item, other, Infinity));
    if (!columns || verdict < 0) continue;
    const facts = make("dl", "facts");
    for (const name of Object.keys(columns.labels)) {
      const value = set.label(run, verdict, name);
      if (value) facts.append(make("div", "", make("dt", "", shown(name)), make("dd", "", shown(value))));
    }
    for (const [name, values] of Object.entries(columns.numbers)) {
      const value = values[verdict];
      if (value !== null && value !== undefined) facts.append(make("div", "", make("dt", "", shown(name)), make("dd", "", String(value))));
    }
    section.append(facts);
    const reason = columns.reason.values[columns.reason.codes[verdict] ?? 0];
    if (reason) {
      const element = make("p", "reason");
      writeText(element, reason, []);
      section.append(element);
    }
  }
  return section;
}
