/** When the pages that are being made were begun, by their key. @type {Map<string, number>} */
const begun = new Map();
/** A page that was begun longer ago came to nothing, as do most of those that anybody can invent. */
const longestMs = 60_000;
const mostBegun = 10_000;

/**
 * Notes that a page will be made, if it is not being made already. What is revalidated in the same millisecond is later.
 *
 * @param {string} key
 */
export function noteStart(key) {
  const now = Date.now();
  for (const [other, since] of begun) {
    if (now - since < longestMs && begun.size < mostBegun) break;
    begun.delete(other);
  }
  if (!begun.has(key)) begun.set(key, now - 1);
}

/**
 * When the page that is stored now was begun: what was revalidated since then is not in it.
 *
 * @param {string} key
 * @returns {number} milliseconds
 */
export function takeStart(key) {
  const since = begun.get(key) ?? Date.now();
  begun.delete(key);
  return since;
}
