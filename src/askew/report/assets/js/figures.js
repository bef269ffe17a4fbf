// Charts: Vega-Lite specifications drawn by Vega, with its own interpreter instead of eval. Each keeps its place free before it is drawn.

import { readBlock, readText, textNow } from "./blocks.js";
import { heightOf, narrowed, tableOf, withColours } from "./charts.js";
import { button, choice, make } from "./elements.js";
import { saveFile, toCsv } from "./save.js";
import { hideTip, showTip } from "./tips.js";

/** @typedef {{spec: any, variants: Record<string, Record<string, any>[]>, choose: string}} Chart */
/** @typedef {{toSVG: () => Promise<string>, finalize: () => void, run: () => unknown, runAsync: () => Promise<unknown>, addEventListener: Function}} View */

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const CONFIG = {
  aria: false, // the figure says what it shows, and its rows are there as a table
  font: FONT,
  background: "transparent",
  view: { stroke: null },
  axis: {
    labelColor: "var(--ink)", titleColor: "var(--soft)", gridColor: "var(--line)", domainColor: "var(--line)", tickColor: "var(--line)",
    labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelFont: FONT, titleFont: FONT, gridOpacity: 0.7,
  },
  axisX: { tickCount: 5 },
  header: { labelColor: "var(--ink)", titleColor: "var(--soft)", labelFontWeight: 600, labelFont: FONT },
  legend: { labelColor: "var(--ink)", titleColor: "var(--soft)", titleFontWeight: "normal", labelFontSize: 12, orient: "top" },
  text: { color: "var(--ink)", font: FONT },
  title: { color: "var(--ink)", font: FONT },
}; // prettier-ignore

const NARROW = 600; // pixels, below which a chart is drawn for a phone

/** @type {any} */
let vega = null;

/** Vega lies in the page as compressed text and runs once a chart is to be drawn; the page's policy knows its hash. */
function startVega(/** @type {string} */ source) {
  if (vega) return;
  const script = document.createElement("script");
  script.textContent = source;
  document.head.append(script);
  vega = /** @type {any} */ (window).askewVega;
}

export class Figures {
  constructor() {
    /** @type {Record<string, Chart> | null} */
    this.charts = null;
    /** @type {Map<string, View>} */
    this.views = new Map();
    this.elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("figure[data-chart]")]);
    /** Done once every figure is drawn. */
    this.ready = Promise.resolve();
  }

  /** Keeps every figure's place free; whatever a link leads to stays where it is while figures are drawn. */
  async start() {
    if (!this.elements.length) return;
    this.charts = await readBlock("charts");
    for (const element of this.elements) {
      const chart = this.charts?.[element.dataset["chart"] ?? ""];
      if (!chart || element.dataset["drawn"]) continue;
      const height = this.#expected(element, chart);
      element.dataset["reserved"] = String(height);
      boxOf(element).style.minHeight = `${height}px`;
    }
    this.ready = this.#drawEverything();
  }

  /** What is in view first, then the others whenever there is time, folded ones too: a print must not wait for them. */
  async #drawEverything() {
    startVega(await readText("vega"));
    const inView = (/** @type {HTMLElement} */ element) => element.offsetParent && element.getBoundingClientRect().top < innerHeight;
    const first = this.elements.filter(inView);
    for (const element of new Set([...first, ...this.elements])) {
      if (element.dataset["drawn"]) continue;
      this.draw(element);
      await rest();
    }
  }

  /** All that is not drawn yet, at once: for print. */
  drawNow() {
    if (!this.elements.length) return;
    this.charts ??= JSON.parse(textNow("charts"));
    if (!vega) startVega(textNow("vega"));
    for (const element of this.elements) if (!element.dataset["drawn"]) this.draw(element);
  }

  /** @param {HTMLElement} element */
  draw(element) {
    const id = element.dataset["chart"] ?? "";
    const chart = this.charts?.[id];
    const [label = ""] = Object.keys(chart?.variants ?? {});
    try {
      if (!chart) throw new Error("it has no data");
      this.#addTools(element, id, chart, label);
      this.#draw(element, id, chart, label);
    } catch (error) {
      element.dataset["drawn"] = "failed";
      boxOf(element).replaceChildren(make("p", "soft", `This figure could not be drawn: ${error}`));
      console.error(error);
    }
  }

  /**
   * @param {HTMLElement} element
   * @param {string} id
   * @param {Chart} chart
   * @param {string} first
   */
  #addTools(element, id, chart, first) {
    let label = first;
    const labels = Object.keys(chart.variants);
    if (labels.length > 1) {
      const options = labels.map((name) => /** @type {[string, string]} */ ([name, name]));
      const chooser = choice(chart.choose, options, label, (value) => {
        label = value;
        this.#draw(element, id, chart, label);
      });
      boxOf(element).before(make("div", "tools chooser", chooser));
    }
    const name = () => [id, label].filter(Boolean).join("-").replace(/[^\p{L}\p{N}.-]+/gu, "_");
    const title = element.querySelector("h3, h4")?.textContent ?? id;
    const tools = make(
      "div",
      "tools",
      button("SVG", `Download the figure ${title} as SVG`, async () => {
        const view = this.views.get(id);
        if (view) saveFile(`${name()}.svg`, withColours(await view.toSVG()), "image/svg+xml");
      }),
      button("CSV", `Download the data of ${title} as CSV`, () => {
        saveFile(`${name()}.csv`, toCsv(tableOf(chart.variants[label] ?? [])), "text/csv");
      }),
    );
    element.querySelector("figcaption")?.before(tools);
  }

  /**
   * @param {HTMLElement} element
   * @param {string} id
   * @param {Chart} chart
   * @param {string} label
   */
  #draw(element, id, chart, label) {
    const { compile, parse, View, expressionInterpreter } = vega;
    const rows = chart.variants[label] ?? [];
    const box = boxOf(element);
    const fitted = this.#fitted(element, chart);
    // A chart without rows of its own (a figure saved by itself) has them in its specification.
    const spec = rows.length ? { ...fitted, data: { name: "rows", values: structuredClone(rows) } } : structuredClone(fitted);
    const compiled = compile(spec, { config: CONFIG, logger: silent() }).spec;
    this.views.get(id)?.finalize();
    box.replaceChildren();
    const view = new View(parse(compiled, undefined, { ast: true }), {
      expr: expressionInterpreter,
      renderer: "svg",
      container: box,
      hover: true,
      tooltip: tooltip,
      loader: noLoader(),
    });
    view.run();
    dress(box);
    view.runAsync().then(() => dress(box)); // Vega writes its roles once more when it comes to rest
    box.style.minHeight = "";
    view.addEventListener("click", (/** @type {Event} */ _event, /** @type {any} */ mark) => {
      if (mark?.datum?.href) location.hash = mark.datum.href;
    });
    if (rows.some((row) => row["href"])) box.classList.add("leads-on");
    const named = element.querySelector(".variant");
    if (named) named.textContent = label ? `: ${label}` : "";
    this.views.set(id, view);
    element.dataset["drawn"] = label || "yes";
  }

  /**
   * @param {HTMLElement} element
   * @param {Chart} chart
   */
  #fitted(element, chart) {
    const room = roomFor(element);
    return room < NARROW ? narrowed(chart.spec, room) : chart.spec;
  }

  /**
   * @param {HTMLElement} element
   * @param {Chart} chart
   */
  #expected(element, chart) {
    return Math.round(heightOf(this.#fitted(element, chart), Object.values(chart.variants)[0] ?? []));
  }
}

/** @param {HTMLElement} element */
function boxOf(element) {
  return /** @type {HTMLElement} */ (element.querySelector(".chart"));
}

/**
 * The width for a figure; a folded one has that of its section.
 * @param {HTMLElement} element
 */
function roomFor(element) {
  return boxOf(element).clientWidth || element.closest("section")?.clientWidth || document.body.clientWidth;
}

/** Lets the page do something else. */
function rest() {
  return new Promise((go) => {
    // Not for ever: a browser that is busy, or whose window nobody sees, may never be idle.
    if (typeof window.requestIdleCallback === "function") requestIdleCallback(() => go(undefined), { timeout: 200 });
    else setTimeout(go, 10);
  });
}

/** @param {HTMLElement} box */
function dress(box) {
  withoutRoles(box);
  explainTitles(box);
}

/**
 * The figure is one image with a name, and its rows are there as a table: what is inside it has no roles of its own.
 * @param {HTMLElement} box
 */
function withoutRoles(box) {
  for (const part of box.querySelectorAll("[role], [aria-roledescription]")) {
    part.removeAttribute("role");
    part.removeAttribute("aria-roledescription");
  }
}

/**
 * Axis titles such as ΔG say what they mean under the pointer and with the focus, as the page's own words do.
 * @param {HTMLElement} box
 */
function explainTitles(box) {
  const words = /** @type {Record<string, string>} */ (JSON.parse(document.body.dataset["words"] ?? "{}"));
  for (const text of box.querySelectorAll(".role-axis-title text, .role-axis-label text, .role-legend-label text")) {
    const about = words[(text.textContent ?? "").replace(/ \(less is better\)$/, "")];
    if (!about) continue;
    text.setAttribute("aria-description", about);
    text.setAttribute("tabindex", "0");
    box.setAttribute("role", "group"); // what is inside an image can't have the focus
    for (let part = text.parentElement; part && part !== box; part = part.parentElement) part.removeAttribute("aria-hidden");
  }
}

/** A chart's data are in the page; nothing is ever fetched. */
function noLoader() {
  const refuse = async () => {
    throw new Error("a chart may not load anything");
  };
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

/** Vega-Lite's remarks on a specification are for its author, not for a reader. */
function silent() {
  /** @type {any} */
  const logger = {};
  for (const level of ["level", "error", "warn", "info", "debug"]) logger[level] = () => logger;
  return logger;
}

/**
 * @param {unknown} _handler
 * @param {MouseEvent} event
 * @param {unknown} _item
 * @param {Record<string, unknown> | null} value
 */
function tooltip(_handler, event, _item, value) {
  if (value === null || typeof value !== "object") hideTip();
  else showTip(Object.entries(value).map(([name, text]) => make("div", "", make("span", "soft", `${name} `), String(text))), event.clientX, event.clientY);
}
