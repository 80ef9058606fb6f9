// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { embedDocument, embedStyle } from '@/lib/catalog/embed/document';
import { embedCode, embedOffer, embedPath } from '@/lib/catalog/embed/embed';
import type { Product } from '@/lib/catalog/types';

const nasty = `"><script>alert(1)</script><b title='&`;

test.each([
  ['es', 'card', '/embed/mapa'],
  ['es', 'button', '/embed/mapa?look=button'],
  ['en', 'card', '/embed/mapa?lng=en'],
  ['en', 'button', '/embed/mapa?lng=en&look=button'],
] as const)('the frame in %s as a %s has the address %s', (locale, look, path) =>
  expect(embedPath('mapa', locale, look)).toBe(path),
);

test('the code for another site is one frame, for any name of the product', () => {
  document.body.innerHTML = embedCode('https://shop.test', { slug: 'mapa', name: nasty }, 'en', 'button');
  const [frame, ...others] = document.body.querySelectorAll('*');
  expect(others).toEqual([]);
  expect(frame?.tagName).toBe('IFRAME');
  expect(frame?.getAttribute('src')).toBe('https://shop.test/embed/mapa?lng=en&look=button');
  expect(frame?.getAttribute('title')).toBe(nasty);
  expect([frame?.getAttribute('width'), frame?.getAttribute('height')]).toEqual(['280', '52']);
  // Browsers fill the corners of a frame whose colour scheme differs from the page's.
  expect(frame?.getAttribute('style')).toContain('color-scheme:normal');
  expect(embedStyle).not.toMatch(/[^-]color-scheme:/);
});

describe('the document of a frame', () => {
  const facts = { name: nasty, by: `by ${nasty}`, offer: `buy ${nasty}`, coverUrl: `/x?${nasty}`, href: `/p?${nasty}` };
  const open = (look: 'card' | 'button') => {
    const page = new DOMParser().parseFromString(embedDocument('en', { ...facts, look }), 'text/html');
    expect(page.querySelectorAll('script, b')).toHaveLength(0);
    expect(page.documentElement.lang).toBe('en');
    expect(page.title).toBe(nasty);
    const [link, ...others] = page.querySelectorAll('a');
    expect(others).toEqual([]);
    expect(link?.getAttribute('href')).toBe(facts.href);
    expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener']);
    return page;
  };
  test('shows cover, name, creator and offer as a card', () => {
    const page = open('card');
    expect(page.querySelector('img')?.getAttribute('src')).toBe(facts.coverUrl);
    expect(page.querySelector('.name')?.textContent).toBe(nasty);
    expect(page.querySelector('.by')?.textContent).toBe(facts.by);
    expect(page.querySelector('.buy')?.textContent).toBe(facts.offer);
  });
  test('shows only the offer as a button', () => {
    const page = open('button');
    expect(page.querySelector('img')).toBeNull();
    expect(page.body.textContent?.trim()).toBe(facts.offer);
    expect(page.querySelector('a')?.title).toBe(nasty);
  });
});

test.each<[object, string]>([
  [{}, 'buy'],
  [{ reservation: true }, 'reserve'],
  [{ offerCents: 0 }, 'free'],
  [{ offerCents: 0, reservation: true }, 'free'],
  [{ clubOnly: true, offerCents: 0 }, 'club'],
  [{ inStock: false, clubOnly: true }, 'soldOut'],
  [{ available: false }, 'soldOut'],
])('the offer of a product with %o is %s', (change, offer) => {
  const product = { available: true, inStock: true, clubOnly: false, reservation: false };
  expect(embedOffer({ ...product, priceCents: 500, offerCents: null, ...change } as Product)).toBe(offer);
});
