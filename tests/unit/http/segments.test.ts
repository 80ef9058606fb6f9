import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  creatorPath,
  fromSegment,
  packSegment,
  routePath,
  searchPath,
  searchText,
  textOfSearchPath,
  toSegment,
  unpackSegment,
} from '@/lib/core/http/segments';

const site = 'https://unstore.example';
const lastSegment = (path: string) => new URL(path, site).pathname.split('/').at(-1) ?? '';

describe('a segment of an address', () => {
  it.each(['50% Café/Ñandú', '100%', '%', 'a/b', '..', '.', 'a?b#c', 'ñandú', '\\', ';,@&=+$', '日本'])(
    'made of %s is decoded to the same text',
    (text) => {
      expect(fromSegment(toSegment(text))).toBe(text);
      const path = creatorPath(text);
      expect(new URL(path, site).pathname).toBe(path);
      expect(fromSegment(lastSegment(path))).toBe(text);
    },
  );

  it('made of any text stays one segment of the site, and is decoded to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const url = new URL(`/account/${toSegment(text)}`, site);
        expect(url.origin).toBe(site);
        expect(url.pathname.split('/')).toHaveLength(3);
        expect(fromSegment(lastSegment(url.pathname))).toBe(text.trim());
      }),
    );
  });

  it.each(['a..', '..a', 'v1.', 'a.rsc.b', '...', 'a.rscx'])('made of %s has no space of its own', (text) =>
    expect(toSegment(text)).toBe(text),
  );

  it.each(['xq', 'q!', 'q a', 'Q1'])('«%s» is no packed one', (segment) => expect(unpackSegment(segment)).toBe(''));

  it('of an invalid string is encoded', () => expect(toSegment('a\ud800')).toBe('a%EF%BF%BD'));

  // `generateMetadata` is handed the name itself.
  it.each(['50% Café/Ñandú', '100%', 'A+B & C'])('that is not encoded, such as %s, is read literally', (name) =>
    expect(fromSegment(name)).toBe(name),
  );
});

describe('the address of results', () => {
  it.each([
    ['ñandú', '/search/%C3%B1and%C3%BA'],
    ['50%', '/search/50%25'],
    ['a/b', '/search/a%2Fb'],
    ['..', '/search/..%20'],
    ['x.rsc', '/search/x.rsc%20'],
    ['  ', '/search'],
    [`  ${'x'.repeat(79)} y`, `/search/${'x'.repeat(79)}`],
    ['x'.repeat(500), `/search/${'x'.repeat(80)}`],
  ])('for %s is %s', (text, path) => {
    expect(searchPath(text)).toBe(path);
    if (text.trim()) expect(fromSegment(lastSegment(path))).toBe(searchText(text));
  });
});

describe('a packed segment', () => {
  it('contains no character special to routers, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const packed = packSegment(text);
        expect(packed).toMatch(/^q[\w-]*$/);
        expect(unpackSegment(packed)).toBe(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
      }),
    );
  });

  it.each(['', 'x', 'q%', 'qa', 'ñ', '..', '__proto__'])('is empty if it is invalid: %s', (segment) =>
    expect(unpackSegment(segment)).toBe(''),
  );
});

describe('text in the search box', () => {
  const typed = [
    '1.21',
    'v1.8',
    'a.b',
    '50%',
    '100%',
    '%',
    '%41',
    'a/b',
    '?',
    '#',
    '..',
    '.',
    `"'`,
    '🐉',
    '+',
    'a b',
    '\\',
  ];
  it.each(typed)('%s reaches the page, and returns to the box', (text) => {
    const path = searchPath(text);
    const { pathname } = new URL(path, site);
    expect(pathname).toBe(path);
    expect(textOfSearchPath(pathname)).toBe(text);
    const route = routePath(pathname);
    expect(route).toMatch(/^\/search\/q[\w-]+$/);
    expect(unpackSegment(lastSegment(route))).toBe(text);
  });

  it('reaches the page and returns to the box for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (text) => {
        const query = searchText(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
        fc.pre(query !== '');
        const { pathname } = new URL(searchPath(text), site);
        expect(unpackSegment(lastSegment(routePath(pathname)))).toBe(query);
      }),
    );
  });

  it('is read from no other page', () => {
    for (const path of ['/', '/search', '/searching/x', '/p/search', '/plugins']) {
      expect(textOfSearchPath(path)).toBeNull();
      expect(routePath(path)).toBe(path);
    }
  });
});
