// The page that compares any two systems: which table, which two; the paired differences were computed when the site was built.

import { readBlock } from "./blocks.js";
import { choice, make } from "./elements.js";
import { otherPage, sentencesHash } from "./state.js";

/**
 * @typedef {{label: string, systems: string[], members: [string, string][], scores: Record<string, string>,
 *   pairs: Record<string, Record<string, (number | null)[]>>}} PairSet members: of which set, and its name there
 */

/**
 * The changes from one system to another; those of the other direction are turned round.
 * @param {PairSet} set
 * @param {number} from
 * @param {number} to
 * @returns {Record<string, (number | null)[]> | null}
 */
export function changesOf(set, from, to) {
  const straight = set.pairs[`${from}-${to}`];
  if (straight) return straight;
  const turned = set.pairs[`${to}-${from}`];
  if (!turned) return null;
  const entries = Object.entries(turned).map(([name, [baseline, value, difference, low, high, p, holm]]) => [
    name,
    [value, baseline, negative(difference), negative(high), negative(low), p, holm],
  ]);
  return Object.fromEntries(entries);
}

/** @param {number | null | undefined} value */
function negative(value) {
  return value === null || value === undefined ? null : value === 0 ? 0 : -value;
}

/** @param {HTMLElement} root */
export async function startComparing(root) {
  /** @type {PairSet[]} */
  const sets = await readBlock("pairs");
  const fields = new URLSearchParams(location.hash.slice(1));
  let at = Math.max(0, sets.findIndex((set) => set.label === fields.get("set")));
  let from = Math.max(0, sets[at]?.systems.indexOf(fields.get("from") ?? "") ?? 0);
  let to = sets[at]?.systems.indexOf(fields.get("to") ?? "") ?? -1;
  if (to < 0) to = from === 0 ? 1 : 0;

  const draw = () => {
    const set = sets[at];
    if (!set) return;
    const systems = set.systems.map((name, index) => /** @type {[string, string]} */ ([String(index), name]));
    const labels = sets.map((each, index) => /** @type {[string, string]} */ ([String(index), each.label]));
    const controls = make(
      "div",
      "controls",
      choice("suite, language", labels, String(at), (value) => {
        at = Number(value);
        from = 0;
        to = 1;
        draw();
      }),
      choice("from", systems, String(from), (value) => {
        from = Number(value);
        draw();
      }),
      choice("to", systems, String(to), (value) => {
        to = Number(value);
        draw();
      }),
    );
    root.replaceChildren(controls, ...table(set, from, to));
    const place = { set: set.label, from: set.systems[from] ?? "", to: set.systems[to] ?? "" };
    history.replaceState(null, "", `#${new URLSearchParams(place)}`);
  };
  draw();
}

/**
 * @param {PairSet} set
 * @param {number} from
 * @param {number} to
 */
function table(set, from, to) {
  const changes = from === to ? null : changesOf(set, from, to);
  if (!changes) return [make("p", "soft", from === to ? "Choose two systems." : "These two were not scored in the same way, or not on the same items.")];
  const head = make("tr");
  for (const text of ["score", set.systems[from] ?? "", set.systems[to] ?? "", "difference", "p (Holm)"]) {
    const cell = make("th", text === "score" ? "text" : "", make("bdi", "", text));
    cell.scope = "col";
    head.append(cell);
  }
  const body = make("tbody");
  for (const [name, heading] of Object.entries(set.scores)) {
    const [baseline, value, difference, low, high, , holm] = changes[name] ?? [];
    if (baseline === undefined || (baseline === null && value === null)) continue;
    const row = make("tr");
    const title = make("th", "text", explained(heading));
    title.scope = "row";
    const sure = typeof holm === "number" && holm < 0.05;
    const change = make("td", sure ? "strong" : "", make("span", "value", signed(difference)));
    if (typeof low === "number" && typeof high === "number") change.append(make("small", "", `${signed(low)} to ${signed(high)}`));
    row.append(title, make("td", "", fixed(baseline)), make("td", "", fixed(value)), change, make("td", "", typeof holm === "number" ? (holm < 0.001 ? "< 0.001" : holm.toFixed(3)) : "–"));
    body.append(row);
  }
  const result = make("table", "", make("caption", "", make("span", "note", "Paired by item; 95% intervals of the difference; p-values adjusted by Holm's method over the scores of this comparison, bold where below 0.05.")), make("thead", "", head), body);
  return [...sentencesOf(set, from, to), make("div", "scroll", result)];
}

/**
 * Links to the sentences of both, where one page has them.
 * @param {PairSet} set
 * @param {number} from
 * @param {number} to
 */
function sentencesOf(set, from, to) {
  const [place, before] = set.members[from] ?? [];
  const [otherPlace, now] = set.members[to] ?? [];
  if (!place || place !== otherPlace) return [];
  const links = make("p", "", "The sentences of both, side by side: ");
  for (const [differ, text] of [["verdict", "where verdicts differ"], ["lost", `right for ${before} only`], ["won", `right for ${now} only`]]) {
    const link = make("a", "", text ?? "");
    const query = { system: now ?? "", beside: before ?? "", differ: differ ?? "", sort: "", text: "", filters: {} };
    link.href = otherPage("sets/", sentencesHash(place, query));
    links.append(differ === "verdict" ? "" : ", ", link);
  }
  links.append(".");
  return [links];
}

/**
 * A heading that says what it means, where there is something to say.
 * @param {string} heading
 */
function explained(heading) {
  const about = JSON.parse(document.body.dataset["words"] ?? "{}")[heading];
  if (!about) return heading;
  const word = make("dfn", "", heading);
  word.tabIndex = 0;
  word.setAttribute("aria-description", about);
  return word;
}

/** @param {number | null | undefined} value */
function fixed(value) {
  return value === null || value === undefined ? "–" : value.toFixed(1);
}

/** @param {number | null | undefined} value */
function signed(value) {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value).toFixed(1);
  return `${Number(size) === 0 ? "" : value > 0 ? "+" : "−"}${size}`;
}
