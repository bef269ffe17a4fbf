// Puts the page to work: tables, figures, sentences, the address, and print.

import { anchored, arrive } from "./arrive.js";
import { textNow } from "./blocks.js";
import { startComparing } from "./compare.js";
import { Figures } from "./figures.js";
import { SentenceBrowser } from "./sentences.js";
import { otherPage } from "./state.js";
import { enhance } from "./tables.js";
import { explainWords } from "./tips.js";

const elsewhere = document.body.dataset["sentencesAt"];
if (elsewhere) leadElsewhere(elsewhere);
for (const table of document.querySelectorAll("table")) enhance(table);
explainWords();

const figures = new Figures();
const root = document.getElementById("sentence-browser");
const dialog = document.getElementById("item");
const browser =
  root && dialog instanceof HTMLDialogElement ? new SentenceBrowser(root, dialog, JSON.parse(textNow("sets"))) : null;
const comparing = document.getElementById("compare-two");
if (comparing) startComparing(comparing);
preparePrint();
start();

/** Keeps the figures' places free, goes where the address says, draws. */
async function start() {
  await figures.start();
  window.addEventListener("hashchange", go);
  document.addEventListener("click", goAgain);
  await go();
  if (browser) readWhenNear(browser);
  await figures.ready;
  document.documentElement.dataset["ready"] = "yes";
}

/** To the sentences, the item or the section that the address names. */
async function go() {
  const section = anchored(location.hash);
  if (section) arrive(section, figures.ready);
  else if (browser && (await browser.follow()) && root && !browser.dialog.open) arrive(root.closest("section") ?? root, figures.ready);
}

/**
 * A link to where the address is already changes nothing in it, and must lead there all the same.
 * @param {MouseEvent} event
 */
function goAgain(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (link && link.getAttribute("href") === location.hash) go();
}

/** A print has everything: what is folded, every figure, the first sentences of what is shown. It can't wait, so all is made at once. */
function preparePrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details")].filter((fold) => !fold.open && !fold.closest(".controls"));
    for (const fold of opened) fold.open = true;
    figures.drawNow();
    browser?.printNow();
  });
  window.addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
  document.getElementById("print")?.addEventListener("click", () => window.print());
}

/**
 * On a page without sentences, links to them lead to the page that has them.
 * @param {string} folder
 */
function leadElsewhere(folder) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#sentences?'], a[href^='#item?']") : null;
    const hash = link?.getAttribute("href");
    if (!hash) return;
    event.preventDefault();
    location.href = otherPage(folder, hash);
  });
  window.addEventListener("hashchange", () => {
    if (/^#(sentences|item)\?/.test(location.hash)) location.href = otherPage(folder, location.hash);
  });
}

/**
 * The sentences are read when they come near.
 * @param {SentenceBrowser} browser
 */
function readWhenNear(browser) {
  const [first] = browser.sets;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      if (!browser.set && first) browser.choose(first);
    },
    { rootMargin: "800px" },
  );
  if (root) observer.observe(root);
}
