// The page's data in columns: filtering, searching, sorting.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Haystack, Sentences } from "../../../src/askew/report/assets/js/columns.js";

const coded = (values) => {
  const unique = [...new Set(values)];
  return { values: unique, codes: values.map((value) => unique.indexOf(value)) };
};

function example() {
  const gold = ["female", "male", "female", ""];
  const items = {
    id: ["1", "2", "3", "4"],
    source: ["The nurse sleeps.", "The mover runs.", "The mover sleeps.", "Somebody."],
    references: [],
    attributes: { gold: coded(gold), token: coded(["1", "1", "1", ""]) },
    filters: ["gold"],
  };
  const run = (outputs, verdicts, chrf) => ({
    answered: [0, 1, 2, 3].slice(0, outputs.length),
    output: outputs,
    item: [0, 1, 2, 3].slice(0, outputs.length),
    unit: coded(outputs.map(() => "x")),
    labels: { verdict: coded(verdicts) },
    filters: ["verdict"],
    reason: coded(outputs.map(() => "")),
    numbers: { chrf },
    found: outputs.map(() => []),
    decided: outputs.map(() => []),
  });
  const runs = [
    run(["La enfermera duerme.", "El mozo corre.", "El mozo duerme.", "Álguien."], ["correct", "correct", "incorrect", "inconclusive"], [50, null, 10, 70]),
    run(["La enfermera duerme.", "La moza corre.", "La moza duerme."], ["correct", "incorrect", "correct"], [50, 20, 90]),
  ];
  const info = { id: "s", label: "S", lang: "es", recognised: false, headings: {}, items: "items", runs: [{ system: "a", block: "" }, { system: "b", block: "" }] };
  return new Sentences(info, items, runs);
}

const query = (change = {}) => ({ system: "", beside: "", differ: "", sort: "", text: "", filters: {}, ...change });
const rows = (change) => [...example().select(query(change))];

test("without a query all rows of all runs come in order", () => {
  assert.deepEqual(rows(), [0, 1, 2, 3, 4, 5, 6]);
});

test("rows know their run, verdict and item", () => {
  assert.deepEqual(example().row(5), { run: 1, verdict: 1, item: 1 });
  assert.equal(example().output(1, 3), null);
  assert.equal(example().output(0, 3), "Álguien.");
});

test("filters on items and on verdicts work together", () => {
  assert.deepEqual(rows({ filters: { gold: "female" } }), [0, 2, 4, 6]);
  assert.deepEqual(rows({ filters: { gold: "female", verdict: "correct" } }), [0, 4, 6]);
  assert.deepEqual(rows({ filters: { gold: "" } }), [3]);
  assert.deepEqual(rows({ filters: { verdict: "inconclusive" } }), [3]);
  assert.deepEqual(rows({ filters: { verdict: "no such verdict" } }), []);
  assert.deepEqual(rows({ filters: { gold: "no such gender" } }), []);
});

test("search ignores case and accents, takes all words, phrases in quotes, and ids", () => {
  assert.deepEqual(rows({ text: "ENFERMERA" }), [0, 4]);
  assert.deepEqual(rows({ text: "alguien" }), [3]);
  assert.deepEqual(rows({ text: "mover duerme" }), [2, 6]);
  assert.deepEqual(rows({ text: '"mozo duerme"' }), [2]);
  assert.deepEqual(rows({ text: "2" }), [1, 5]);
  assert.deepEqual(rows({ text: "nowhere" }), []);
});

test("one system, and where it differs from another", () => {
  assert.deepEqual(rows({ system: "b" }), [4, 5, 6]);
  assert.deepEqual(rows({ system: "a", beside: "b", differ: "verdict" }), [1, 2]);
  assert.deepEqual(rows({ system: "a", beside: "b", differ: "output" }), [1, 2, 3]);
});

test("sorting puts what has no number last, either way round", () => {
  assert.deepEqual(rows({ sort: "chrf" }), [2, 5, 0, 4, 3, 6, 1]);
  assert.deepEqual(rows({ sort: "-chrf" }), [6, 3, 0, 4, 5, 2, 1]);
});

test("choices are the filters' values, labels before attributes", () => {
  assert.deepEqual([...example().choices()], [["verdict", ["correct", "incorrect", "inconclusive"]], ["gold", ["female", "male", ""]]]);
});

test("one pass over joined texts finds what looking into each would find", () => {
  let seed = 11;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const word = () => Array.from({ length: random(4) }, () => "abÉ\n"[random(4)]).join("");
  for (let trial = 0; trial < 300; trial++) {
    const texts = Array.from({ length: random(6) }, word);
    const haystack = new Haystack(texts);
    for (const term of ["a", "ab", "e", "b a", "aa"]) {
      const expected = texts.map((text) => Number(text.toLowerCase().replaceAll("é", "e").replaceAll("\n", " ").includes(term)));
      assert.deepEqual([...haystack.flags(term)], expected);
    }
  }
});
