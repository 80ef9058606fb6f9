import type { Locale } from '@/lib/core/i18n/locales';

/** The approximate size that a creator typed, such as `4,2 MB`, with the decimal sign of a language. */
export const sizeIn = (locale: Locale, size: string): string =>
  locale === 'en' ? size.replace(/(\d),(\d{1,2})(?!\d)/, '$1.$2') : size.replace(/(\d)\.(\d{1,2})(?!\d)/, '$1,$2');
