import type { QuoteLine } from './types';

/** The name in a line of a quote in a language; empty for a line that names nothing. */
export const lineName = ({ name, nameEn }: Pick<QuoteLine, 'name' | 'nameEn'>, locale: string): string =>
  (locale === 'en' && nameEn) || name || '';
