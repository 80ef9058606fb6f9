import { detachData } from '../cache/pages/page-data.mjs';
import { isPartial } from '../cache/pages/partial-pages.mjs';
import { bootScript } from '../i18n/browser-script.mjs';
import { pagePolicy, staticScripts } from './content-policy.mjs';
import { allowedHashes } from './inline-scripts.mjs';
import { hashOf } from './script-hash.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */

const bootHash = hashOf(bootScript);
/** Pages that are finished already. An entry stays the same object as long as it is in memory. */
const done = new WeakSet();

/**
 * What caches in front of the shop are told about a page for everybody. It is in the language of whoever asked: Next.js
 * replaces a `Vary` of the middleware, and adds this one to its own. Seconds: a change must be seen everywhere within
 * ten, and nobody waits while a cache asks for the new page (docs/decisions/0023-a-cache-in-front.md).
 */
const sharing = {
  vary: 'Cookie, Accept-Language',
  'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
};

/**
 * The headers of a page that is the same for everybody: the policy that fits its inline scripts, and what shared caches
 * may do with it.
 *
 * @param {string} html
 * @param {string[]} [own] the texts of further inline scripts that are ours
 * @returns {Promise<Record<string, string>>}
 */
export async function pageHeaders(html, own = []) {
  const hashes = await Promise.all([bootHash, ...own.map(hashOf)]);
  const scripts = staticScripts(await allowedHashes(html, hashes));
  const { SITE_URL, SUPABASE_URL } = process.env;
  const policy = pagePolicy(scripts, { siteUrl: SITE_URL, storageUrl: SUPABASE_URL });
  const shared = isPartial(html) ? { ...sharing, 'cdn-cache-control': 'no-store' } : sharing;
  return { ...shared, 'content-security-policy': policy };
}

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
