import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hashOf } from './script-hash.mjs';

/** React's own inline scripts are literals of its renderer. */
const renderer = createRequire(import.meta.url).resolve(
  'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js',
);
/** @type {string | undefined} */
let literals;

function reactLiterals() {
  literals ??= readFileSync(renderer, 'utf8').replaceAll(/\\(["'\\n])/g, (_, sign) => (sign === 'n' ? '\n' : sign));
  return literals;
}

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
const reactCall = /\$R[A-Z]\(([^()]*)\)$/;

/**
 * Whether an inline script is the framework's: data that is handed to Next's or Turbopack's queue, or a script of
 * React, which is code from its renderer with at most a call with plain values at its end.
 *
 * @param {string} text
 */
function isFrameworkScript(text) {
  const data = pushedData.exec(text)?.[1];
  if (data !== undefined) return isJson(data);
  const values = reactCall.exec(text)?.[1];
  if (values !== undefined && !isJson(`[${values}]`)) return false;
  const code = text.replace(reactCall, '');
  return code === '' || [`"${code}`, `'${code}`].some((literal) => reactLiterals().includes(literal));
}

const scriptElement = /<script\b([^>]*)>(.*?)<\/script>/gs;
const isData = /\btype="application\/(?:ld\+)?json"/;

/**
 * The hashes of the inline scripts of a page that may run: the framework's and those known by name. Anything else is
 * left out, whoever put it there: a hash of it would let a script run that somebody managed to store in a text.
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
    if (known.includes(hash) || isFrameworkScript(text)) hashes.add(hash);
  }
  return [...hashes];
}
