/**
 * A value that this process has once. Next.js loads a file several times: with the start of a server, with each of its
 * bundles, and as it is with the caches. Each of these has variables of its own, and `globalThis` is what they share.
 *
 * @template Value
 * @param {string} name the same for all who mean the same value
 * @param {() => Value} make called by the first who asks, whatever it returns
 * @returns {Value} what the first has made
 */
export function oncePerProcess(name, make) {
  const place = Symbol.for(`unstore.${name}`);
  const known = /** @type {Record<symbol, Value>} */ (/** @type {unknown} */ (globalThis));
  if (!(place in known)) known[place] = make();
  return /** @type {Value} */ (known[place]);
}
