/**
 * The Content-Security-Policy of every kind of answer. Plain JavaScript, because Next.js loads the page cache, which
 * needs it, outside the bundle; the middleware and `next.config.ts` import it as well.
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
 * @param {string[]} scripts source expressions that say which scripts run
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
 * The scripts of a page that is rendered for one request: those with its nonce, and what they load. The boot script is
 * in the root layout, which all pages share, so it is allowed by its hash.
 *
 * @param {string} nonce
 * @param {string} bootHash
 */
export const requestScripts = (nonce, bootHash) => [`'nonce-${nonce}'`, "'strict-dynamic'", bootHash];

/**
 * The scripts of a page that is the same for everybody: the shop's files, and the page's own inline scripts.
 *
 * @param {string[]} hashes
 */
export const staticScripts = (hashes) => ["'self'", ...hashes];

/**
 * The policy of answers that are not pages: data, pictures, redirects. Nothing in them may run, even if a browser opens
 * them directly.
 */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
