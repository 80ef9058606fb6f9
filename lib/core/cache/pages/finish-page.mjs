import { pageHeaders } from '../../security/page-headers.mjs';
import { detachData } from './page-data.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */

/** Pages that are finished already. An entry stays the same object as long as it is in memory. */
const done = new WeakSet();

/**
 * Makes a prerendered page as it is kept and sent: its data beside it, where they can be asked for, and its headers. A
 * page that is finished for each request stays as it is.
 *
 * @param {string} key
 * @param {Parameters<CacheHandler['set']>[1]} value
 */
export async function finishPage(key, value) {
  if (value?.kind !== 'APP_PAGE' || typeof value.postponed === 'string' || done.has(value)) return;
  const script = value.status === 404 ? null : await detachData(key, value);
  value.headers = { ...value.headers, ...(await pageHeaders(value.html, script ? [script] : [])) };
  done.add(value);
}
