import { defaultLocale, type Locale, localeCookie, parseAcceptLanguage, parseLocale } from './locales';

const chosen = new RegExp(`(?:^|;)\\s*${localeCookie}=([^;]*)`);

/**
 * The language of a visitor: their choice, or their browser's preference.
 *
 * @param cookies the header `Cookie`
 * @param languages the header `Accept-Language`
 */
export const visitorLocale = (cookies: string | null | undefined, languages: string | null | undefined): Locale =>
  parseLocale(chosen.exec(cookies ?? '')?.[1]?.trim()) ?? parseAcceptLanguage(languages ?? null) ?? defaultLocale;
