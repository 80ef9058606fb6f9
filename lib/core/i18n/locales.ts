import { languageTag, localeParam, locales } from './locale-names.mjs';

export { localeCookie, localeParam, localeStorageKey, locales } from './locale-names.mjs';

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'es';

/** The canonical address of a page in a language: unchanged in Spanish, with `?lng=en` in English. */
export const addressIn = (path: string, locale: Locale): string =>
  locale === defaultLocale ? path : `${path}?${localeParam}=${locale}`;

/** Parses a language: `en`, `en-GB` and `EN` are English. Undefined for anything but a tag of a supported language. */
export function parseLocale(value: string | null | undefined): Locale | undefined {
  const language = languageTag.exec(value ?? '')?.[1]?.toLowerCase();
  return locales.find((locale) => locale === language);
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
