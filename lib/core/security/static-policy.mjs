import { bootScript } from '../i18n/browser-script.mjs';
import { pagePolicy, staticScripts } from './content-policy.mjs';
import { allowedHashes } from './inline-scripts.mjs';
import { hashOf } from './script-hash.mjs';

const bootHash = hashOf(bootScript);

/**
 * The policy that fits the inline scripts of a page that is the same for everybody.
 *
 * @param {string} html
 */
export async function staticPolicy(html) {
  const scripts = staticScripts(await allowedHashes(html, [await bootHash]));
  const { SITE_URL, SUPABASE_URL } = process.env;
  return pagePolicy(scripts, { siteUrl: SITE_URL, storageUrl: SUPABASE_URL });
}
