import { hashOf } from './script-hash.mjs';

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const pushedData =
  /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\))\.push\((.*)\);?$/s;

/** True if an inline script is data of a prerendered page for Next.js or Turbopack. */
function isFrameworkData(/** @type {string} */ text) {
  const data = pushedData.exec(text)?.[1];
  return data !== undefined && isJson(data);
}

const scriptElement = /<script\b([^>]*)>(.*?)<\/script>/gs;
const isData = /\btype="application\/(?:ld\+)?json"/;

/**
 * The hashes of the allowed inline scripts: framework data and our own. Any other script gets no hash, because it could
 * come from stored text.
 *
 * @param {string} html
 * @param {string[]} known hashes of our own inline scripts
 */
export async function allowedHashes(html, known) {
  /** @type {Set<string>} */
  const hashes = new Set();
  for (const [, attributes = '', text = ''] of html.matchAll(scriptElement)) {
    if (/\ssrc=/.test(attributes) || isData.test(attributes)) continue;
    const hash = await hashOf(text);
    if (known.includes(hash) || isFrameworkData(text)) hashes.add(hash);
  }
  return [...hashes];
}
