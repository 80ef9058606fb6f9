/**
 * What the server and the script before the first paint both know of languages. Plain JavaScript, because that script is
 * hashed in files that are read without a compiler.
 */

/** Languages of the interface, the default first (docs/architecture.md, "Languages"). */
export const locales = /** @type {const} */ (['es', 'en']);

/** Names under which the choice of a language is kept in the browser. */
export const localeParam = 'lng';
export const localeCookie = 'i18next';
export const localeStorageKey = 'i18nextLng';

/** A plain tag of a language, as `en`, `en-GB` or `EN_us`; its first group is the language. */
export const languageTag = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i;
