import { bootScript } from '../browser/boot-script.mjs';
import { pagePolicy, staticScripts } from './content-policy.mjs';
import { allowedHashes } from './inline-scripts.mjs';
import { hashOf } from './script-hash.mjs';

const bootHash = hashOf(bootScript);

/**
 * Cache headers of a public page for shared caches. Next.js replaces the `Vary` of the middleware and merges this one.
 * Seconds: a change is seen everywhere within ten, and nobody waits for revalidation
 * (docs/decisions/0002-rendering-and-caching.md).
 */
const sharing = {
  vary: 'Cookie, Accept-Language',
  'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
};

/**
 * The headers of a public page: the policy for its inline scripts, and the cache headers.
 *
 * @param {string} html
 * @param {object} [facts]
 * @param {boolean} [facts.isShared] false for a page that no cache may store
 * @param {string[]} [facts.scripts] texts of further inline scripts of ours
 * @returns {Promise<Record<string, string>>}
 */
export async function pageHeaders(html, { isShared = true, scripts: own = [] } = {}) {
  const hashes = await Promise.all([bootHash, ...own.map(hashOf)]);
  const scripts = staticScripts(await allowedHashes(html, hashes));
  const { SITE_URL, SUPABASE_URL } = process.env;
  const policy = pagePolicy(scripts, { siteUrl: SITE_URL, storageUrl: SUPABASE_URL });
  return { ...sharing, ...(!isShared && { 'cdn-cache-control': 'no-store' }), 'content-security-policy': policy };
}
