import { expect } from '@playwright/test';
import { test } from './support/http.ts';

type Data = { '@type'?: string; '@graph'?: Data[]; [key: string]: unknown };

/** The structured data of a page by its types. */
async function dataOf(html: string): Promise<Record<string, Data>> {
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  const all = found.map(([, text]) => JSON.parse(text ?? '') as Data).flatMap((data) => data['@graph'] ?? [data]);
  return Object.fromEntries(all.map((data) => [data['@type'], data]));
}

test('structured data, manifest, feed, OpenSearch and well-known files are served and localised', async ({ enter }) => {
  const shop = await enter();
  const site = process.env.SITE_URL ?? '';
  const read = async (path: string) => (await shop.get(path)).text();

  const home = await read('/?lng=en');
  expect(await dataOf(home)).toMatchObject({
    WebSite: { inLanguage: 'en', url: `${site}/?lng=en` },
    Organization: { name: 'UnStore' },
  });
  expect(home).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  const [, search = ''] =
    /<link rel="search" type="application\/opensearchdescription\+xml"[^>]* href="([^"]*)"/.exec(home) ?? [];
  expect((await dataOf(await read('/plugins'))).ItemList).toMatchObject({ numberOfItems: expect.any(Number) });
  expect((await dataOf(await read('/account/Forjabit'))).ProfilePage).toMatchObject({
    mainEntity: { name: 'Forjabit', alternateName: expect.any(String) },
  });

  const manifest = await (await shop.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  for (const { src } of manifest.icons) expect((await shop.get(src)).headers()['content-type'], src).toBe('image/png');

  const change = await shop.get('/.well-known/change-password', { maxRedirects: 0 });
  expect([change.status(), change.headers().location]).toEqual([302, '/profile/settings?tab=security']);
  const security = await read('/.well-known/security.txt');
  expect(security).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '')).toBeGreaterThan(Date.now());
  const description = await read(search);
  expect(description).toContain('<Language>en</Language>');
  expect(description).toContain(`template="${site}/search/{searchTerms}"`);
  expect(description).toContain(`rel="self" template="${site}${search}"`);

  const feed = await read('/feed.xml?lng=en');
  expect(feed).toContain('xml:lang="en"');
  const [, first] =
    /<link rel="alternate" type="text\/html" href="[^"]*"\/>[\s\S]*?<entry>[\s\S]*?href="([^"]*\/p\/[^"]*)"/.exec(
      feed,
    ) ?? [];
  expect((await shop.get(first ?? '/no-entry')).status()).toBe(200);
});

test('a link preview of a product is a JPEG of 1200 by 630 pixels', async ({ enter }) => {
  const shop = await enter();
  const html = await (await shop.get('/p/fragua-arcana')).text();
  const said = (name: string) => new RegExp(`<meta property="og:image${name}" content="([^"]*)"`).exec(html)?.[1];
  expect([said(':width'), said(':height'), said(':type')]).toEqual(['1200', '630', 'image/jpeg']);
  const picture = await shop.get(said('') ?? '/no-picture');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  expect((await picture.body()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  for (const path of ['/share/descargas/a.jpg', '/share/portadas/no-existe.jpg', '/share/x'])
    expect((await shop.get(path)).status(), path).toBe(404);
});
