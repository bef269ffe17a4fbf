// One item: its source, and what every system made of it.

import { differingWords } from "./diff.js";
import { button, make, shown } from "./elements.js";
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
export function transcriptOf(set, item) {
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
 * The source, with whom or what the verdict is about (found in the output, or missed) and the words that say their gender.
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
  const marks = [...mentions(source, askedAbout(set, run, verdict), kind), ...marksOf(set.items.marks[item] ?? [], "says")];
  writeText(element, source, marks, longest);
  return element;
}

/**
 * What the output should say, for talks.
 * @param {Sentences} set
 * @param {number} item
 * @param {number} longest
 */
export function referenceElement(set, item, longest) {
  const element = make("div", "reference");
  element.lang = set.info.lang;
  element.dir = "auto";
  const [reference] = set.items.references[item] ?? [];
  if (reference === undefined) return null;
  element.append(make("span", "soft", "reference: "));
  writeText(element, reference, [], longest);
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

/** @type {Record<string, string>} */
const NO_GENDER = { not_found: "person not found", undecided: "gender undecided", thing: "read as a thing", inconclusive: "gender undecided" };

/**
 * "asked feminine → given masculine", where a sentence asks for a gender.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict
 * @param {number} item
 */
export function askedAndGiven(set, run, verdict, item) {
  const asked = set.attribute(item, "gold");
  const given = set.label(run, verdict, "predicted");
  if (!asked || !given) return given ? shown(given) : "";
  return `asked ${shown(asked)} → ${NO_GENDER[given] ?? `given ${shown(given)}`}`;
}

/**
 * Fills the dialog with an item; outputs are marked where they differ from the chosen run's.
 * @param {HTMLDialogElement} dialog
 * @param {Sentences} set
 * @param {number} item
 * @param {number} chosen
 * @param {{place: string, move: ((by: number) => void) | null}} list where it stands among the sentences shown, and how to go on
 */
export function showItem(dialog, set, item, chosen, list) {
  const first = set.firstVerdict[chosen]?.[item] ?? -1;
  const parts = [header(dialog, set, item, list), sourceElement(set, chosen, first, item, Infinity), attributesOf(set, item)];
  for (const reference of set.items.references[item] ?? []) {
    const element = make("div", "reference");
    element.lang = set.info.lang;
    element.dir = "auto";
    writeText(element, reference, []);
    parts.push(make("section", "", make("h3", "", "Reference"), element));
  }
  const order = [chosen, ...set.runs.keys()].filter((run, place, all) => all.indexOf(run) === place);
  const own = set.output(chosen, item);
  for (const run of order) parts.push(answer(set, run, item, transcriptOf(set, item) ?? (run === chosen ? null : own)));
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["move"] : undefined;
  dialog.replaceChildren(...parts);
  dialog.setAttribute("aria-labelledby", "item-title");
  if (!dialog.open) dialog.showModal();
  /** @type {HTMLElement | null} */ (held ? dialog.querySelector(`[data-move="${held}"]`) : null)?.focus();
  dialog.scrollTop = 0;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Sentences} set
 * @param {number} item
 * @param {{place: string, move: ((by: number) => void) | null}} list
 */
function header(dialog, set, item, list) {
  const id = set.items.id[item] ?? "";
  const link = make("a", "", "link to this item");
  link.href = itemHash(set.info.id, id);
  const title = make("h2", "", `Item ${id}`);
  title.id = "item-title";
  const moves = make("span", "moves");
  const { move } = list;
  if (move) {
    for (const [by, sign, label] of /** @type {[number, string, string][]} */ ([[-1, "←", "Previous sentence"], [1, "→", "Next sentence"]])) {
      const step = button(sign, label, () => move(by));
      step.dataset["move"] = String(by);
      moves.append(step);
    }
    moves.append(make("span", "soft", list.place));
  }
  const close = button("close", "Close", () => dialog.close());
  return make("header", "", title, make("span", "soft", set.info.label), link, moves, close);
}

/**
 * @param {Sentences} set
 * @param {number} item
 */
function attributesOf(set, item) {
  const attributes = make("dl", "facts");
  for (const name of Object.keys(set.items.attributes)) {
    const value = set.attribute(item, name);
    if (value) attributes.append(fact(shown(name), shown(value)));
  }
  return attributes;
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return make("div", "", make("dt", "", name), make("dd", "", value));
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
    if (columns && verdict >= 0) section.append(decision(set, run, verdict, item));
    section.append(outputElement(set, run, verdict, item, other, Infinity));
    if (columns && verdict >= 0) section.append(...details(set, run, verdict, item));
  }
  return section;
}

/**
 * The verdict in a line: right or wrong, whom it is about, what was asked and given.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict
 * @param {number} item
 */
function decision(set, run, verdict, item) {
  const said = [askedAbout(set, run, verdict), askedAndGiven(set, run, verdict, item)].filter(Boolean).join(": ");
  return make("p", "decision", verdictElement(set.label(run, verdict, "verdict")), ` ${said}`);
}

/**
 * The words that decided, why, and everything else that is known of a verdict.
 * @param {Sentences} set
 * @param {number} run
 * @param {number} verdict
 * @param {number} item
 */
function details(set, run, verdict, item) {
  const columns = set.runs[run];
  const text = set.output(run, item) ?? "";
  const facts = make("dl", "facts");
  for (const [name, spans] of /** @type {[string, number[]][]} */ ([["found", columns?.found[verdict] ?? []], ["decided by", columns?.decided[verdict] ?? []]])) {
    const words = marksOf(spans, "").map(({ start, end }) => text.slice(start, end));
    if (words.length) facts.append(fact(name, words.join(" | ")));
  }
  const reason = columns?.reason.values[columns.reason.codes[verdict] ?? 0];
  if (reason) facts.append(fact("because", reason));
  for (const name of Object.keys(columns?.labels ?? {})) {
    const value = set.label(run, verdict, name);
    if (value && name !== "verdict" && name !== "predicted") facts.append(fact(shown(name), shown(value)));
  }
  for (const [name, values] of Object.entries(columns?.numbers ?? {})) {
    const value = values[verdict];
    if (value !== null && value !== undefined) facts.append(fact(set.info.headings[name] ?? shown(name), String(value)));
  }
  return [facts];
}
