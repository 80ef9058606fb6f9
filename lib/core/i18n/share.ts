import 'server-only';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import type { Locale } from './locales';

type Catalogue = { [key: string]: string | Catalogue };

const leaves = (catalogue: Catalogue, path = ''): string[] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : leaves(value, `${path}${key}.`),
  );

/** How much of the interface is translated, in whole per cent of the Spanish catalogue. */
export function translatedShare(locale: Locale): number {
  const wanted = leaves(es);
  const present = new Set(leaves(locale === 'es' ? es : en));
  return Math.floor((wanted.filter((key) => present.has(key)).length * 100) / wanted.length);
}
