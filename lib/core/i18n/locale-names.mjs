/** Shared by the server and the boot script. Plain JavaScript, because the boot script is hashed without a compiler. */

/** Languages of the interface, the default first (docs/architecture.md, "Languages"). */
export const locales = /** @type {const} */ (['es', 'en']);

/** Storage names of the chosen language in the browser. */
export const localeParam = 'lng';
export const localeCookie = 'i18next';
export const localeStorageKey = 'i18nextLng';

/** A language tag such as `en`, `en-GB`, `EN_us` or `en-US-u-hc-h23`; the first group is the language. */
export const languageTag = /^([a-z]{2})(?:[-_][a-z0-9]{1,8})*$/i;
