import 'server-only';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import type { Locale } from './locales';

/** The build parses a message with placeholders into a list of parts. */
type Message = string | unknown[];
type Catalogue = { [key: string]: Message | Catalogue };

const isMessage = (value: Message | Catalogue): value is Message => typeof value === 'string' || Array.isArray(value);

const leaves = (catalogue: Catalogue, path = ''): string[] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    isMessage(value) ? [`${path}${key}`] : leaves(value, `${path}${key}.`),
  );

/** Translated share of the Spanish catalogue, in whole per cent. */
export function translatedShare(locale: Locale): number {
  const wanted = leaves(es);
  const present = new Set(leaves(locale === 'es' ? es : en));
  return Math.floor((wanted.filter((key) => present.has(key)).length * 100) / wanted.length);
}
