// Texts: marks, differing words, addresses, CSV.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "../../../src/askew/report/assets/js/compare.js";
import { commonWords, differingWords } from "../../../src/askew/report/assets/js/diff.js";
import { gzipSync, constants } from "node:zlib";

import { heightOf, narrowed, tableOf } from "../../../src/askew/report/assets/js/charts.js";
import { inflate } from "../../../src/askew/report/assets/js/inflate.js";
import { toCsv } from "../../../src/askew/report/assets/js/save.js";
import { itemHash, otherPage, parsePlace, sentencesHash } from "../../../src/askew/report/assets/js/state.js";
import { compareCells } from "../../../src/askew/report/assets/js/tables.js";
import { fold, marksOf, mentions, pieces, queryTerms } from "../../../src/askew/report/assets/js/text.js";

const marked = (text, marks) => marks.map(({ start, end }) => text.slice(start, end));

test("pieces put together are the text, whatever the marks", () => {
  const text = "la juez está aquí";
  for (const marks of [[], marksOf([3, 7], "found"), [...marksOf([0, 7], "a"), ...marksOf([3, 99], "b")], marksOf([50, 60], "x")]) {
    assert.equal(pieces(text, marks).map((piece) => piece.text).join(""), text);
  }
  assert.deepEqual(pieces("abc", [...marksOf([0, 2], "a"), ...marksOf([1, 3], "b")]), [
    { text: "a", kinds: ["a"] },
    { text: "b", kinds: ["a", "b"] },
    { text: "c", kinds: ["b"] },
  ]);
});

test("differing words are those without a counterpart", () => {
  const left = "El médico habló con ella.";
  const right = "La médica habló con ella.";
  assert.deepEqual(marked(left, differingWords(left, right)), ["El", "médico"]);
  assert.deepEqual(marked(right, differingWords(right, left)), ["La", "médica"]);
  assert.deepEqual(differingWords(left, left), []);
  assert.deepEqual(marked("היא רופאה", differingWords("היא רופאה", "הוא רופאה")), ["היא"]);
  assert.deepEqual(differingWords("word ".repeat(100_000), "other"), []);
});

test("a longest common subsequence, against all subsequences of short lists", () => {
  const all = (list) => [...Array(1 << list.length).keys()].map((bits) => list.filter((_, i) => bits & (1 << i)));
  const within = (part, list) => {
    let at = 0;
    for (const word of list) if (word === part[at]) at++;
    return at === part.length;
  };
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let trial = 0; trial < 200; trial++) {
    const [left, right] = [0, 0].map(() => Array.from({ length: Math.floor(random() * 7) }, () => "abc"[Math.floor(random() * 3)]));
    const kept = [...commonWords(left, right)].sort((a, b) => a - b).map((place) => left[place]);
    assert.ok(within(kept, right));
    assert.equal(kept.length, Math.max(...all(left).filter((part) => within(part, right)).map((part) => part.length)));
  }
});

test("whom an item asks about is found in its source as whole words", () => {
  assert.deepEqual(marked("The construction worker met a work.", mentions("The construction worker met a work.", "construction worker")), ["construction worker"]);
  assert.deepEqual(mentions("The workers", "worker"), []);
  assert.deepEqual(mentions("x", ""), []);
});

test("folding and query terms", () => {
  assert.equal(fold("MÉDICA Ärztin"), "medica arztin");
  assert.deepEqual(queryTerms('  Médica "la jefa" x'), ["medica", "la jefa", "x"]);
  assert.deepEqual(queryTerms('"'), []);
});

test("every view has an address and comes back from it", () => {
  const query = { system: "a&b=c #1", beside: "%", differ: "verdict", sort: "-chrf", text: "la «x»", filters: { gold: "female", entity: "", "sy stem": "?" } };
  const place = parsePlace(sentencesHash("set-1", query));
  assert.deepEqual(place, { view: "sentences", set: "set-1", id: "", query });
  assert.equal(parsePlace(itemHash("s", "a/b 1")).id, "a/b 1");
  assert.equal(parsePlace("#gender"), null);
  assert.equal(otherPage("../sets/", "#sentences?set=s-1&q=x"), "../sets/s-1.html#sentences?set=s-1&q=x");
});

test("CSV quotes what it must and lets no text become a formula", () => {
  assert.equal(toCsv([["a,b", 'say "x"', null, 1.5, "two\nlines"]]), '"a,b","say ""x""",,1.5,"two\nlines"\r\n');
  assert.equal(toCsv([["=1+1", "-cmd", "-1.5", "+x", "@y"]]), "'=1+1,'-cmd,-1.5,'+x,'@y\r\n");
});

test("numbers sort by size, before texts", () => {
  assert.deepEqual(["b", 10, "a", 9].sort(compareCells), [9, 10, "a", "b"]);
});

test("a comparison the other way round has the other sign", () => {
  const set = { label: "", systems: ["a", "b"], members: [], scores: {}, pairs: { "0-1": { acc: [50, 60, 10, 5, 15, 0.01, 0.02] } } };
  assert.deepEqual(changesOf(set, 1, 0), { acc: [60, 50, -10, -15, -5, 0.01, 0.02] });
  assert.equal(changesOf({ ...set, pairs: {} }, 0, 1), null);
});

test("for a phone, plots stand below one another and have their labels", () => {
  const plot = (labels) => ({ width: 300, encoding: { y: { axis: { labels } } } });
  const narrow = narrowed({ hconcat: [plot(true), plot(false)] }, 360);
  assert.deepEqual(narrow.vconcat.map((part) => [part.width, part.encoding.y.axis.labels]), [[276, true], [276, true]]);
});

test("a chart's table leaves out what is for drawing only", () => {
  assert.deepEqual(tableOf([{ system: "a", value: 1, order: 0, group_order: 2, href: "#" }]), [["system", "value"], ["a", 1]]);
  assert.deepEqual(tableOf([]), [[]]);
});

test("gzip unpacks to what was packed, in every kind of block", () => {
  const texts = ["", "a", "abc".repeat(5000), "la médica, el médico 日本語 ".repeat(300), JSON.stringify([...Array(3000).keys()])];
  for (const text of texts) {
    for (const options of [{}, { level: 0 }, { level: 1 }, { strategy: constants.Z_FIXED }, { strategy: constants.Z_HUFFMAN_ONLY }]) {
      const packed = new Uint8Array(gzipSync(text, options));
      assert.equal(new TextDecoder().decode(inflate(packed)), text);
    }
  }
});

test("a chart's height grows with its rows and its panels", () => {
  const y = { field: "system", type: "nominal" };
  const plot = { height: { step: 20 }, encoding: { y, x: { field: "value", type: "quantitative", title: "x" } } };
  const rows = ["a", "b", "c"].map((system) => ({ system, value: 1, set: "s" }));
  const one = heightOf(plot, rows);
  assert.equal(heightOf(plot, [...rows, { system: "d", value: 1, set: "s" }]) - one, 20);
  assert.ok(heightOf({ vconcat: [plot, plot] }, rows) > 2 * one);
  assert.equal(heightOf({ hconcat: [plot, plot] }, rows), one);
});
