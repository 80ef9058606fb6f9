import { hashOf } from './script-hash.mjs';

export const renderer = 'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js';
/** @type {string | undefined} */
let literals;

/**
 * React's own inline scripts, which are string literals in the code of its renderer. Next.js bundles this file with the
 * middleware, which never calls it and may run where Node's modules are missing: so they are read on the first call.
 */
function reactLiterals() {
  if (literals) return literals;
  const { readFileSync } = globalThis.process.getBuiltinModule('node:fs');
  const { createRequire } = globalThis.process.getBuiltinModule('node:module');
  return provideRenderer(readFileSync(createRequire(import.meta.url).resolve(renderer), 'utf8'));
}

/**
 * Takes the code of React's renderer from whoever runs where no file can be read: the edge host.
 *
 * @param {string} code
 */
export function provideRenderer(code) {
  literals = code.replaceAll(/\\(["'\\n])/g, (_, sign) => (sign === 'n' ? '\n' : sign));
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
 * Whether an inline script comes from the framework: data for Next's or Turbopack's queue, or a script from React's
 * renderer, which may end in one call with plain values.
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
 * The hashes of the inline scripts of a page that may run: the framework's and our own. Any other script gets no hash,
 * because it could come from a text that somebody managed to store.
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
