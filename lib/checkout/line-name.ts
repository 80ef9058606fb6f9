import type { QuoteLine } from './types';

/** The name in a line of a quote in a language; empty for a line without a name. */
export const lineName = ({ name, nameEn }: Pick<QuoteLine, 'name' | 'nameEn'>, locale: string): string =>
  (locale === 'en' && nameEn) || name || '';

/** The edition that a purchase upgrades from; empty if it is not an upgrade. */
export function upgradedFrom(lines: QuoteLine[], locale: string): string {
  const line = lines.find(({ concept }) => concept === 'mejora');
  return line ? lineName(line, locale) : '';
}
