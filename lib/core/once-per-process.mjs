/**
 * A singleton of the process. Next.js loads a module several times (at start, in each bundle, for the caches), each
 * with its own variables; they share `globalThis`.
 *
 * @template Value
 * @param {string} name identifies the value
 * @param {() => Value} make creates it on the first call
 * @returns {Value} the singleton
 */
export function oncePerProcess(name, make) {
  const key = Symbol.for(`unstore.${name}`);
  const known = /** @type {Record<symbol, Value>} */ (/** @type {unknown} */ (globalThis));
  if (!(key in known)) known[key] = make();
  return /** @type {Value} */ (known[key]);
}
