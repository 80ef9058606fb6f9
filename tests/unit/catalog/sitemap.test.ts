import { describe, expect, it } from 'vitest';
import { listSitemapFiles, parseSitemapFile, toFirstId, toSitemapPath } from '@/lib/catalog/seo/sitemap';
import { fixedEntries, toSitemapIndex, toUrlSet } from '@/lib/catalog/seo/sitemap-xml';

describe('the files of a large sitemap', () => {
  it('have parsable names', () => {
    const files = listSitemapFiles(3);
    expect(files).toHaveLength(32);
    expect(files.map((file) => parseSitemapFile(toSitemapPath(file).replace('/sitemaps/', '')))).toEqual(files);
  });

  it.each(['products-3-8.xml', 'products-17-0.xml', 'products-3--1.xml', 'people-3-0.xml', 'products-3-0', ''])(
    '%j is invalid',
    (name) => expect(parseSitemapFile(name)).toBe(null),
  );

  it('partition all ids', () => {
    expect(toFirstId(0, 0)).toBe('00000000-0000-0000-0000-000000000000');
    expect(toFirstId(0, 1)).toBe(null);
    expect([0, 1, 2, 3, 4].map((part) => toFirstId(2, part)?.slice(0, 4))).toEqual([
      '0000',
      '4000',
      '8000',
      'c000',
      undefined,
    ]);
    expect(toFirstId(16, 1)).toBe('00010000-0000-0000-0000-000000000000');
  });
});

it('a sitemap escapes addresses, and omits unknown modification dates', () => {
  const text = toUrlSet('https://shop.test', [
    { path: "/account/a'&b", changedAt: null },
    { path: '/p/x', changedAt: '2026-01-02T03:04:05+00:00' },
  ]);
  expect(text).toContain('<loc>https://shop.test/account/a&#39;&amp;b</loc>');
  const languages =
    '<xhtml:link rel="alternate" hreflang="es" href="https://shop.test/p/x"/>' +
    '<xhtml:link rel="alternate" hreflang="en" href="https://shop.test/p/x?lng=en"/>' +
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://shop.test/p/x"/>' +
    '<lastmod>2026-01-02T03:04:05+00:00</lastmod>';
  expect(text).toContain(`<url><loc>https://shop.test/p/x</loc>${languages}</url>`);
  expect(text).toContain(`<url><loc>https://shop.test/p/x?lng=en</loc>${languages}</url>`);
  expect(text.match(/<lastmod>/g)).toHaveLength(2);
  expect(toSitemapIndex('https://shop.test', ['/sitemaps/pages.xml'])).toContain(
    '<sitemap><loc>https://shop.test/sitemaps/pages.xml</loc></sitemap>',
  );
});

it('the address of the home page in each language is its canonical one', () => {
  const text = toUrlSet('https://shop.test', fixedEntries(['/']));
  expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
    'https://shop.test/',
    'https://shop.test/?lng=en',
  ]);
});
