// Charts: Vega-Lite specifications drawn by Vega when they come into view, with Vega's own interpreter instead of eval.

import { readBlock, readText } from "./blocks.js";
import { button, choice, make } from "./elements.js";
import { saveFile, toCsv } from "./save.js";

/** @typedef {{spec: object, variants: Record<string, Record<string, any>[]>, choose: string}} Chart */
/** @typedef {{toSVG: () => Promise<string>, finalize: () => void, runAsync: () => Promise<unknown>, addEventListener: Function}} View */

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
}; // prettier-ignore

const NARROW = 600; // pixels, below which a chart is drawn for a phone
const LABELS = 190; // pixels that labels may take

/** @type {Promise<any> | null} */
let vega = null;

/** Vega lies in the page as compressed text and runs once a chart is to be drawn; the page's policy knows its hash. */
function loadVega() {
  vega ??= readText("vega").then((source) => {
    const script = document.createElement("script");
    script.textContent = source;
    document.head.append(script);
    return /** @type {any} */ (window).askewVega;
  });
  return vega;
}

export class Figures {
  constructor() {
    /** @type {Promise<Record<string, Chart>> | null} */
    this.charts = null;
    /** @type {Map<string, View>} */
    this.views = new Map();
    /** @type {Map<Element, Promise<void>>} */
    this.drawing = new Map();
    this.elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("figure[data-chart]")]);
  }

  /** Draws each figure when it comes near. */
  watch() {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          observer.unobserve(entry.target);
          this.draw(/** @type {HTMLElement} */ (entry.target));
        }
      },
      { rootMargin: "300px" },
    );
    for (const element of this.elements) observer.observe(element);
  }

  /** Draws all that is not folded away: for print. */
  drawAll() {
    return Promise.all(this.elements.filter((element) => element.offsetParent !== null).map((element) => this.draw(element)));
  }

  /** @param {HTMLElement} element */
  draw(element) {
    let promise = this.drawing.get(element);
    if (!promise) {
      promise = this.#first(element).catch((error) => {
        const box = element.querySelector(".chart");
        box?.replaceChildren(make("p", "soft", `This figure could not be drawn: ${error}`));
        throw error;
      });
      this.drawing.set(element, promise);
    }
    return promise;
  }

  /** @param {HTMLElement} element */
  async #first(element) {
    this.charts ??= readBlock("charts");
    const id = element.dataset["chart"] ?? "";
    const chart = (await this.charts)[id];
    if (!chart) throw new Error("it has no data");
    const labels = Object.keys(chart.variants);
    let label = labels[0] ?? "";
    const tools = make("div", "tools");
    if (labels.length > 1) {
      const options = labels.map((name) => /** @type {[string, string]} */ ([name, name]));
      tools.append(
        choice(chart.choose, options, label, (value) => {
          label = value;
          this.#draw(element, id, chart, label);
        }),
      );
    }
    const name = () => [id, label].filter(Boolean).join("-").replace(/[^\p{L}\p{N}.-]+/gu, "_");
    const title = element.querySelector("h4")?.textContent ?? id;
    tools.append(
      button("SVG", `Download the figure ${title} as SVG`, async () => {
        const view = this.views.get(id);
        if (view) saveFile(`${name()}.svg`, withColours(await view.toSVG()), "image/svg+xml");
      }),
      button("CSV", `Download the data of ${title} as CSV`, () => {
        saveFile(`${name()}.csv`, toCsv(tableOf(chart.variants[label] ?? [])), "text/csv");
      }),
    );
    element.querySelector("figcaption")?.before(tools);
    await this.#draw(element, id, chart, label);
  }

  /**
   * @param {HTMLElement} element
   * @param {string} id
   * @param {Chart} chart
   * @param {string} label
   */
  async #draw(element, id, chart, label) {
    const { compile, parse, View, expressionInterpreter } = await loadVega();
    const rows = chart.variants[label] ?? [];
    const box = /** @type {HTMLElement} */ (element.querySelector(".chart"));
    const fitted = box.clientWidth < NARROW ? narrowed(chart.spec, box.clientWidth) : chart.spec;
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
      tooltip: showTooltip,
      loader: noLoader(),
    });
    await view.runAsync();
    withoutRoles(box);
    view.addEventListener("click", (/** @type {Event} */ _event, /** @type {any} */ mark) => {
      if (mark?.datum?.href) location.hash = mark.datum.href;
    });
    if (rows.some((row) => "href" in row)) box.classList.add("leads-on");
    this.views.set(id, view);
    element.dataset["drawn"] = label || "yes";
  }
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
 * A specification for little room: what stands side by side goes below one another, plots are no wider than fits.
 * @param {any} part
 * @param {number} room
 * @returns {any}
 */
export function narrowed(part, room) {
  if (Array.isArray(part)) return part.map((inner) => narrowed(inner, room));
  if (part === null || typeof part !== "object") return part;
  /** @type {Record<string, any>} */
  const result = {};
  for (const [name, value] of Object.entries(part)) {
    if (name === "hconcat") result["vconcat"] = narrowed(value, room);
    else if (name === "width" && typeof value === "number") result[name] = Math.min(value, Math.max(120, room - LABELS));
    else if (name === "columns") result[name] = 1;
    else if (name === "labels" && value === false) result[name] = true; // no longer beside a plot that has them
    else if (name === "labelColor" && value === "transparent") result[name] = "var(--ink)";
    else result[name] = narrowed(value, room);
  }
  return result;
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
function showTooltip(_handler, event, _item, value) {
  let box = document.getElementById("tooltip");
  if (!box) {
    box = make("div", "tooltip");
    box.id = "tooltip";
    document.body.append(box);
  }
  box.hidden = value === null || typeof value !== "object";
  if (box.hidden || !value) return;
  box.replaceChildren(...Object.entries(value).map(([name, text]) => make("div", "", make("span", "soft", `${name} `), String(text))));
  const right = event.clientX + box.offsetWidth + 24 > innerWidth;
  box.style.left = `${event.clientX + (right ? -box.offsetWidth - 12 : 14)}px`;
  box.style.top = `${Math.min(event.clientY + 14, innerHeight - box.offsetHeight - 8)}px`;
}

/**
 * An SVG that stands alone has no style sheet: the light colours are written out.
 * @param {string} svg
 */
export function withColours(svg) {
  const probe = make("div", "light-colours");
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const result = svg.replace(/var\((--[a-z-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  probe.remove();
  return result;
}

/**
 * Rows of a chart as a table, without what is for drawing only.
 * @param {Record<string, any>[]} rows
 */
export function tableOf(rows) {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !/^(href|.*order)$/.test(name));
  return [names, ...rows.map((row) => names.map((name) => row[name]))];
}
