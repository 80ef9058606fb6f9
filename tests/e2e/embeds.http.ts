import { expect } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';

const site = () => process.env.SITE_URL ?? '';

test('a product embed is a card or a button without scripts and may be framed by any site', async ({ enter }) => {
  const [shop, product] = [await enter(), await createProduct({ nombre: 'Torre <b>', precio: 9.99 })];
  for (const [query, words] of [
    ['', 'Comprar por 9,99'],
    ['?look=button', 'Comprar por 9,99'],
    ['?lng=en', 'Buy for €9.99'],
  ] as const) {
    const response = await shop.get(`/embed/${product.slug}${query}`);
    const html = await response.text();
    expect(response.status(), query).toBe(200);
    expect(html).toContain(words);
    expect(html).toContain('Torre &lt;b&gt;');
    expect(html).toContain(`href="${site()}/p/${product.slug}${query === '?lng=en' ? '?lng=en' : ''}"`);
    expect(html).not.toMatch(/<script|<b>/);
    const headers = response.headers();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['cache-control']).toBe('public, max-age=300');
  }
});

test('other pages may not be framed', async ({ enter }) => {
  const shop = await enter();
  for (const path of ['/', '/p/fragua-arcana', '/login', '/embed', '/api/oembed']) {
    const headers = (await shop.get(path)).headers();
    expect(headers['x-frame-options'], path).toBe('DENY');
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
  }
});

test('an embed of an unknown product is a 404, and another spelling redirects to the canonical address', async ({
  enter,
}) => {
  const [shop, product] = [await enter(), await createProduct()];
  for (const path of ['/embed/no-existe', '/embed/..%2Fapi', '/embed/x/y'])
    expect((await shop.get(path)).status(), path).toBe(404);
  const other = await shop.get(`/embed/${product.slug.toUpperCase()}?look=button`, { maxRedirects: 0 });
  expect([other.status(), other.headers().location]).toEqual([308, `${site()}/embed/${product.slug}?look=button`]);
  await shop.post(`/embed/${product.slug}`).then((response) => expect(response.status()).toBe(405));
});

test('a product page links its oEmbed card, and the oEmbed endpoint validates its parameters', async ({ enter }) => {
  const [shop, product] = [await enter(), await createProduct({ nombre: 'Faro "azul"' })];
  const page = await (await shop.get(`/p/${product.slug}?lng=en`)).text();
  const [, link = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(page) ?? [];
  const response = await shop.get(link.replaceAll('&amp;', '&'));
  expect(response.headers()['access-control-allow-origin']).toBe('*');
  const card = await response.json();
  expect(card).toMatchObject({
    version: '1.0',
    type: 'rich',
    provider_name: 'UnStore',
    title: 'Faro "azul"',
    width: 400,
  });
  const [, src = ''] = /<iframe src="([^"]*)" title="Faro &quot;azul&quot;"/.exec(card.html) ?? [];
  expect((await shop.get(src)).status()).toBe(200);
  expect(src).toContain('?lng=en');

  const ask = async (query: string) => (await shop.get(`/api/oembed?${query}`)).status();
  const address = encodeURIComponent(`${site()}/p/${product.slug}`);
  const cardFor = async (query: string) => (await shop.get(`/api/oembed?url=${address}${query}`)).json();
  const [plain, small] = [await cardFor(''), await cardFor('&maxwidth=300&maxheight=140.5')];
  expect(plain.html).toContain('width="400" height="148"');
  expect(plain.thumbnail_width).toBe(1200);
  // The frame and the picture keep within the limits, too.
  expect(small).toMatchObject({ width: 300, height: 140 });
  expect(small.html).toContain('width="300" height="140"');
  expect(small).not.toHaveProperty('thumbnail_url');
  expect(await cardFor('&maxwidth=-5')).toEqual(plain);
  // Another spelling of the address is the same card.
  const spelt = encodeURIComponent(`${site()}/p/${product.slug.toUpperCase()}`);
  expect(await (await shop.get(`/api/oembed?url=${spelt}`)).json()).toEqual(plain);
  expect(await ask(`url=${address}&format=xml`)).toBe(501);
  for (const wrong of [
    '',
    `url=${encodeURIComponent('https://example.com/p/x')}`,
    `url=${encodeURIComponent(`${site()}/p/nada`)}`,
  ])
    expect(await ask(wrong), wrong).toBe(404);
});
