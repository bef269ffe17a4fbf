// Data inside the page: base64 of gzipped text in script elements of a type that browsers don't run.

/**
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function readText(name) {
  const element = document.getElementById(`data-${name}`);
  if (!element) throw new Error(`the page has no data called ${name}`);
  const stream = new Blob([decodeBase64(element.textContent ?? "")]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function readBlock(name) {
  return JSON.parse(await readText(name));
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
