// Puts the page to work: tables, figures, sentences, and the address.

import { readBlock } from "./blocks.js";
import { startComparing } from "./compare.js";
import { Figures } from "./figures.js";
import { SentenceBrowser } from "./sentences.js";
import { otherPage } from "./state.js";
import { enhance } from "./tables.js";

const elsewhere = document.body.dataset["sentencesAt"];
if (elsewhere) leadElsewhere(elsewhere);
for (const table of document.querySelectorAll("table")) enhance(table);

const figures = new Figures();
figures.watch();
window.addEventListener("beforeprint", () => figures.drawAll());

const root = document.getElementById("sentence-browser");
const dialog = document.getElementById("item");
if (root && dialog instanceof HTMLDialogElement) startSentences(root, dialog);

const comparing = document.getElementById("compare-two");
if (comparing) startComparing(comparing);

/**
 * On a page without sentences, links to them lead to the page that has them.
 * @param {string} folder
 */
function leadElsewhere(folder) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#sentences?']") : null;
    const hash = link?.getAttribute("href");
    if (!hash) return;
    event.preventDefault();
    location.href = otherPage(folder, hash);
  });
  window.addEventListener("hashchange", () => {
    if (location.hash.startsWith("#sentences?")) location.href = otherPage(folder, location.hash);
  });
}

/**
 * The sentences are read when they come near, or when the address asks for some.
 * @param {HTMLElement} root
 * @param {HTMLDialogElement} dialog
 */
async function startSentences(root, dialog) {
  const browser = new SentenceBrowser(root, dialog, await readBlock("sets"));
  const [first] = browser.sets;
  const follow = async () => {
    if (!(await browser.follow())) return;
    if (!dialog.open) root.closest("section")?.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  await follow();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      if (!browser.set && first) browser.choose(first);
    },
    { rootMargin: "800px" },
  );
  observer.observe(root);
}
