/**
 * The Content-Security-Policy of every kind of answer. Plain JavaScript, because the page cache (`page-cache.mjs`) is
 * loaded by Next itself, outside the bundle; the middleware and `next.config.ts` import it as well.
 */

/**
 * @typedef {object} Surroundings
 * @property {string | undefined} siteUrl public address of the shop
 * @property {string | undefined} storageUrl where browsers send large files, by a link signed for one of them
 * @property {boolean} [isDevelopment] the development server evaluates text and writes inline scripts of its own
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
    // Blurred placeholders are style attributes; scroll locks of dialogs and toasts write style elements of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${storage}${isDevelopment ? ' ws:' : ''}`,
    'frame-src https://www.youtube-nocookie.com',
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Nothing is posted to a payment provider: its page is opened by a script.
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/**
 * The scripts of a page that is rendered for one request: those with its nonce, and what they load. The boot script
 * stands in the root layout, which all pages share, and is known by its hash.
 *
 * @param {string} nonce
 * @param {string} bootHash
 */
export const requestScripts = (nonce, bootHash) => [`'nonce-${nonce}'`, "'strict-dynamic'", bootHash];

/**
 * The scripts of a page that was rendered for everybody: our files, and the inline scripts that it came with.
 *
 * @param {string[]} hashes
 */
export const staticScripts = (hashes) => ["'self'", ...hashes];

/** The policy of what is no page: data, pictures, redirects. Nothing in it runs, whoever opens it by itself. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
