// What a chart is before it is drawn: how it looks on a phone, how much room it takes, what is saved of it.

import { make } from "./elements.js";

const LABEL = 9; // pixels a label stands above its row on a phone
const NARROW_STEP = 36; // pixels for a row with its label above it
const BESIDE = 84; // pixels for labels that stay beside their rows
const LETTER = 6.5; // pixels of a letter in a legend, nearly
const SLANT = 40; // degrees by which names of columns are turned where they have no room
const HEADER = 20; // pixels for the name of a facet
const AXIS = { labels: 20, slanted: 48, title: 17 };
const LEGEND_LINE = 19;
const EDGE = 5; // pixels that a plot's outermost labels reach beyond it

/**
 * A specification for little room: what stands side by side goes below one another, labels stand above their rows, ticks are fewer.
 * @param {any} part
 * @param {number} room
 * @returns {any}
 */
export function narrowed(part, room) {
  if (Array.isArray(part)) return part.map((inner) => narrowed(inner, room));
  if (part === null || typeof part !== "object") return part;
  /** @type {Record<string, any>} */
  const result = {};
  const labelled = part.height?.step && part.height.step < NARROW_STEP && !part.width?.step;
  for (const [name, value] of Object.entries(part)) {
    if (name === "hconcat") result["vconcat"] = narrowed(value, room);
    else if (name === "width" && (labelled || typeof value === "number")) result[name] = room - (labelled ? 34 : BESIDE);
    else if (name === "width" && value?.step) result[name] = room - BESIDE;
    else if (name === "height" && labelled) result[name] = { step: NARROW_STEP };
    else if (name === "columns") result[name] = 1;
    else if (name === "labels" && value === false) result[name] = true; // no longer beside a plot that has them
    else if (name === "labelColor" && value === "transparent") result[name] = "var(--ink)";
    else result[name] = narrowed(value, room);
  }
  if (labelled) labelsAbove(result);
  const names = result["scale"]?.domain;
  if (result["legend"] && Array.isArray(names) && sum(names.map((name) => LETTER * String(name).length + 28)) > room) {
    result["legend"] = { ...result["legend"], columns: 1 };
  }
  if (result["type"] === "nominal" && result["axis"]?.labelAngle === 0) {
    const align = result["axis"].orient === "top" ? "left" : "right";
    result["axis"] = { ...result["axis"], labelAngle: -SLANT, labelAlign: align };
  }
  if (result["field"] && result["type"] === "quantitative" && result["title"] !== undefined) {
    result["axis"] = { tickCount: 3, labelFlush: true, ...result["axis"] };
  }
  return result;
}

/**
 * The labels of a plot's rows, written above what they name instead of beside it.
 * @param {any} plot
 */
function labelsAbove(plot) {
  const above = { labelAlign: "left", labelPadding: 0, labelOffset: -LABEL - 6, labelLimit: 340, ticks: false, domain: false, grid: false };
  for (const layer of [plot, ...(plot.layer ?? [])]) {
    const y = layer.encoding?.y;
    if (y && y.type === "nominal" && y.axis !== null) y.axis = { ...y.axis, ...above };
  }
}

/**
 * How high a specification will be when it is drawn, nearly: it keeps its place free until then.
 * @param {any} part
 * @param {Record<string, any>[]} rows
 * @returns {number}
 */
export function heightOf(part, rows) {
  const own = rows.filter((row) => passes(part.transform ?? [], row));
  const spacing = part.spacing?.row ?? part.spacing ?? 20;
  for (const name of ["vconcat", "hconcat"]) {
    if (!part[name]) continue;
    const heights = part[name].map((/** @type {any} */ inner) => heightOf(inner, own));
    return name === "hconcat" ? Math.max(...heights) : sum(heights) + spacing * (heights.length - 1);
  }
  if (part.facet) return facetHeight(part, own, spacing);
  return plotHeight(part, own) + axesHeight(part) + legendHeight(part) + EDGE;
}

/**
 * @param {any} part
 * @param {Record<string, any>[]} rows
 * @param {number} spacing
 */
function facetHeight(part, rows, spacing) {
  const field = part.facet.field ?? part.facet.row?.field;
  /** @type {Map<unknown, Record<string, any>[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(row[field], [...(groups.get(row[field]) ?? []), row]);
  const inner = part.spec;
  if (part.facet.row) {
    const plots = [...groups.values()].map((group) => plotHeight(inner, group));
    return HEADER + sum(plots) + spacing * (plots.length - 1) + axesHeight(inner) + legendHeight(inner);
  }
  const lines = Math.ceil(groups.size / (part.columns ?? groups.size));
  const each = plotHeight(inner, rows) + HEADER + (part.resolve?.axis?.x === "independent" ? axesHeight(inner) : 0);
  const shared = part.resolve?.axis?.x === "independent" ? 0 : axesHeight(inner);
  return lines * each + spacing * (lines - 1) + shared + legendHeight(inner);
}

/**
 * @param {any} plot
 * @param {Record<string, any>[]} rows
 */
function plotHeight(plot, rows) {
  if (typeof plot.height === "number") return plot.height;
  const y = encodings(plot).map((encoding) => encoding.y).find((channel) => channel?.field);
  return (plot.height?.step ?? 20) * new Set(rows.map((row) => row[y?.field])).size;
}

/** @param {any} plot */
function axesHeight(plot) {
  const axes = new Map();
  for (const { x } of encodings(plot)) {
    if (x?.axis === null || !x?.field) continue;
    const labels = x.axis?.labelAngle ? AXIS.slanted : AXIS.labels;
    axes.set(x.axis?.orient ?? "bottom", labels + (x.title ? AXIS.title : 0));
  }
  return sum([...axes.values()]);
}

/** @param {any} plot */
function legendHeight(plot) {
  let height = 0;
  for (const encoding of encodings(plot)) {
    for (const name of ["color", "fill", "stroke"]) {
      const channel = encoding[name];
      if (!channel?.field || channel.legend === null) continue;
      const entries = channel.scale?.domain?.length ?? 1;
      const lines = channel.legend?.columns ? Math.ceil(entries / channel.legend.columns) : 1;
      height = Math.max(height, lines * LEGEND_LINE + 18);
    }
  }
  return height;
}

/**
 * @param {any} plot
 * @returns {any[]}
 */
function encodings(plot) {
  return [plot, ...(plot.layer ?? [])].map((layer) => layer.encoding).filter(Boolean);
}

/**
 * @param {any[]} transforms
 * @param {Record<string, any>} row
 */
function passes(transforms, row) {
  return transforms.every(({ filter }) => typeof filter !== "object" || row[filter.field] === filter.equal);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
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
