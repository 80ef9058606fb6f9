/**
 * Content-Security-Policies. Plain JavaScript, because Next.js loads the page cache, which needs them, outside the
 * bundle. The middleware and `next.config.ts` import them too.
 */

/**
 * @typedef {object} Surroundings
 * @property {string | undefined} siteUrl public address of the shop
 * @property {string | undefined} storageUrl where browsers upload large files, each with a signed link of its own
 * @property {boolean} [isDevelopment] the development server uses `eval` and inline scripts of its own
 */

/**
 * The policy of a page.
 *
 * @param {string[]} scripts source expressions of `script-src`
 * @param {Surroundings} surroundings
 */
export function pagePolicy(scripts, { siteUrl, storageUrl, isDevelopment }) {
  const storage = storageUrl ? ` ${new URL(storageUrl).origin}` : '';
  const isSecure = siteUrl?.startsWith('https://');
  const script = isDevelopment ? "'self' 'unsafe-inline' 'unsafe-eval'" : scripts.join(' ');
  return [
    "default-src 'none'",
    `script-src ${script}`,
    // Blurred placeholders are style attributes, and the scroll locks of dialogs and toasts insert style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${storage}${isDevelopment ? ' ws:' : ''}`,
    'frame-src https://www.youtube-nocookie.com',
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // No form is posted to a payment provider: a script opens its page.
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/**
 * `script-src` of a page rendered per request: its nonce. The boot script is in the shared root layout, so its hash is
 * added.
 *
 * @param {string} nonce
 * @param {string} bootHash
 */
export const requestScripts = (nonce, bootHash) => [`'nonce-${nonce}'`, "'strict-dynamic'", bootHash];

/**
 * `script-src` of a public page: the shop's files, and the page's inline scripts.
 *
 * @param {string[]} hashes
 */
export const staticScripts = (hashes) => ["'self'", ...hashes];

/** The policy of data, pictures and redirects: nothing runs, even if a browser opens them directly. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
