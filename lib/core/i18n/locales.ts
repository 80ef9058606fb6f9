/** Languages of the interface, the default first (docs/architecture.md, "Languages"). */
export const locales = ['es', 'en'] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'es';

/** Names under which the language choice is kept in the browser. */
export const localeParam = 'lng';
export const localeCookie = 'i18next';
export const localeStorageKey = 'i18nextLng';

/**
 * Reads a language from an untrusted value: `en`, `en-GB` and `EN` are English; undefined for anything that is not a
 * plain tag of a supported language.
 */
export function parseLocale(value: string | null | undefined): Locale | undefined {
  if (!value || !/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(value)) return undefined;
  const language = value.slice(0, 2).toLowerCase();
  return /^[a-z]{2}(?:[-_]|$)/i.test(value) ? locales.find((locale) => locale === language) : undefined;
}

/** The supported language with the highest weight in an Accept-Language header. */
export function parseAcceptLanguage(header: string | null): Locale | undefined {
  const wanted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const locale = parseLocale(tag);
    if (locale) return locale;
  }
  return undefined;
}
