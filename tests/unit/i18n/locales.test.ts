import { describe, expect, it } from 'vitest';
import { parseAcceptLanguage, parseLocale } from '@/lib/core/i18n/locales';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

describe('parseLocale', () => {
  it.each([
    ['es', 'es'],
    ['EN', 'en'],
    ['en-GB', 'en'],
    ['es_MX', 'es'],
    ['en-US-u-hc-h23', 'en'],
    ['es-419-x-casa', 'es'],
  ])('parses %s as %s', (value, expected) => expect(parseLocale(value)).toBe(expected));

  it.each(['', 'fr', 'english', 'en<script>', '../en', 'en;drop', 'es"', "en'--", null, undefined, 'e', 'en-'])(
    'rejects %s',
    (value) => expect(parseLocale(value)).toBeUndefined(),
  );
});

describe('parseAcceptLanguage', () => {
  it('selects the first supported language by weight', () => {
    expect(parseAcceptLanguage('fr;q=0.9, en-US;q=0.8, es;q=0.7')).toBe('en');
    expect(parseAcceptLanguage('es-ES,es;q=0.9')).toBe('es');
    expect(parseAcceptLanguage('en-US-u-hc-h23,es;q=0.9')).toBe('en');
    expect(parseAcceptLanguage('en;q=0, es;q=0.1')).toBe('es');
  });
  it('orders languages by weight, however they are listed and spaced', () => {
    expect(parseAcceptLanguage('en;q=0.4, es;q=0.8')).toBe('es');
    expect(parseAcceptLanguage('es;q=0.05, en;q=0.5')).toBe('en');
    expect(parseAcceptLanguage(' en ; q=0.1 , es ; q=0.2 ')).toBe('es');
    expect(parseAcceptLanguage('fr, es;level=1;q=0.3,en;q=0.2')).toBe('es');
    // One without a weight that can be read has the highest.
    expect(parseAcceptLanguage('es;q=0.9, en;q=much')).toBe('en');
    expect(parseAcceptLanguage('es;q=0.9, en;xq=0.1')).toBe('en');
    expect(parseAcceptLanguage('es;q=0.9, en;q=0.1!')).toBe('en');
    expect(parseAcceptLanguage('es;q=0, en;q=0.0')).toBeUndefined();
    expect(parseAcceptLanguage('')).toBeUndefined();
  });
  it('returns undefined for an empty header', () => {
    expect(parseAcceptLanguage(null)).toBeUndefined();
    expect(parseAcceptLanguage('fr, de')).toBeUndefined();
  });
});

type Catalogue = { [key: string]: string | Catalogue };
const leaves = (catalogue: Catalogue, path = ''): Array<[string, string]> =>
  Object.entries(catalogue).flatMap(
    ([key, value]): Array<[string, string]> =>
      typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  );
/** Names in braces; not the single word that a plural shows for a number. */
const placeholders = (text: string) =>
  [...text.matchAll(/(?<!(?:=\d+|zero|one|two|few|many|other) )\{(\w+)[,}]/g)].map(([, name]) => name).sort();

describe('the catalogues', () => {
  const spanish = leaves(es);
  const english = new Map(leaves(en));

  it('have the same messages', () => {
    expect(spanish.map(([key]) => key).sort()).toEqual([...english.keys()].sort());
  });
  it('have the same placeholders', () => {
    for (const [key, text] of spanish) {
      const names = new Set(placeholders(text));
      expect(new Set(placeholders(english.get(key) ?? '')), key).toEqual(names);
    }
  });
  it('have no empty message', () => {
    for (const [key, text] of [...spanish, ...english]) expect(text.trim(), key).not.toBe('');
  });
});
