import { bootScript } from '../browser/boot-script.mjs';
import { pagePolicy, staticScripts } from './content-policy.mjs';
import { allowedHashes } from './inline-scripts.mjs';
import { hashOf } from './script-hash.mjs';

const bootHash = hashOf(bootScript);

/**
 * What caches in front of the shop are told about a page for everybody. It is in the language of whoever asked: Next.js
 * replaces a `Vary` of the middleware, and adds this one to its own. Seconds: a change must be seen everywhere within
 * ten, and nobody waits while a cache asks for the new page (docs/decisions/0002-rendering-and-caching.md).
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
 * @param {object} [facts]
 * @param {boolean} [facts.isShared] false for a page that no cache may keep
 * @param {string[]} [facts.scripts] the texts of further inline scripts that are ours
 * @returns {Promise<Record<string, string>>}
 */
export async function pageHeaders(html, { isShared = true, scripts: own = [] } = {}) {
  const hashes = await Promise.all([bootHash, ...own.map(hashOf)]);
  const scripts = staticScripts(await allowedHashes(html, hashes));
  const { SITE_URL, SUPABASE_URL } = process.env;
  const policy = pagePolicy(scripts, { siteUrl: SITE_URL, storageUrl: SUPABASE_URL });
  return { ...sharing, ...(!isShared && { 'cdn-cache-control': 'no-store' }), 'content-security-policy': policy };
}
