// Data inside the page: base64 of gzipped text in script elements of a type that browsers don't run.

import { inflate } from "./inflate.js";

/**
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function readText(name) {
  const stream = new Blob([bytesOf(name)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/**
 * The same at once, while the page waits: for print.
 * @param {string} name
 */
export function textNow(name) {
  return new TextDecoder().decode(inflate(bytesOf(name)));
}

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function readBlock(name) {
  return JSON.parse(await readText(name));
}

/** @param {string} name */
function bytesOf(name) {
  const element = document.getElementById(`data-${name}`);
  if (!element) throw new Error(`the page has no data called ${name}`);
  return decodeBase64(element.textContent ?? "");
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeBase64(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
