import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { missingTag } from '@/lib/core/cache/missing-tag.mjs';
import { createBundle, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const carried = vi.hoisted((): string[] => []);
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: (...tags: string[]) => void carried.push(...tags),
}));
const { db } = await openShop();
const { sql } = db;
const lists = await import('@/lib/catalog/server');
const { getCategoryPage, getNewestOf } = await import('@/lib/catalog/category-page');
const { getCreator } = await import('@/lib/catalog/creator');
const { getProductBySlug, getProductSlugs } = await import('@/lib/catalog/product');
const { getRelated } = await import('@/lib/catalog/related');
const { getFacets } = await import('@/lib/catalog/search');
const { getOffers } = await import('@/lib/catalog/on-offer');
const offers = await import('@/lib/catalog/running-offers');
const { getCoinPacks } = await import('@/lib/coins/packs');
const { getLegalPage } = await import('@/lib/legal/server');
const { getClubPercent } = await import('@/lib/pricing/server');
const { listPraise, listReviews } = await import('@/lib/reviews/server');
const { getSitemapBits, getSitemapEntries } = await import('@/lib/catalog/seo/sitemap');

const creator = await createUser(sql);
const id = await createProduct(sql, { slug: 'con-pack', usuario_id: creator, precio: 9, oferta: 5 });
await createBundle(sql, [id, await createProduct(sql, { usuario_id: creator })]);
const [person] = await sql`select display_name from usuarios_meta where id = ${creator}`;
const name = String(person?.display_name);
await sql`insert into follows (follower_id, following_id) values (${await createUser(sql)}, ${creator})`;

/** The database refuses calls to one address of its API, and answers all others. */
function refuse(address: RegExp) {
  const ask = globalThis.fetch;
  const refused: string[] = [];
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    const url = String(call[0]);
    if (!address.test(url)) return ask(...call);
    refused.push(url);
    return Promise.resolve(Response.json({ message: 'out of order' }, { status: 400 }));
  });
  return refused;
}
afterEach(() => {
  vi.unstubAllGlobals();
  carried.splice(0);
});

/** Every value cached for hours, with its queries. */
const kept: Array<[what: string, read: () => Promise<unknown>, questions: RegExp[]]> = [
  ['the offers', () => getOffers('es'), [/\/rpc\/ofertas_actuales/, /\/productos\?/]],
  ['what a category can be narrowed down by', () => getFacets('plugin'), [/\/rpc\/filtros_catalogo/]],
  [
    'the offers of a product',
    () => offers.getRunningOffers('es', { id, slug: 'con-pack', offerCents: 500, editions: [] }),
    [/\/ofertas\?/],
  ],
  ['a category', () => getCategoryPage('es', 'plugin', null), [/\/productos\?/]],
  [
    'the next page of a category',
    () => getCategoryPage('es', 'plugin', 'con-pack'),
    [/\/productos\?select=id%2Ccreated_at/, /\/productos\?select=id%2Cnombre/],
  ],
  [
    'a product',
    () => getProductBySlug('es', 'con-pack'),
    [
      /\/productos\?/,
      /\/rpc\/precios_minimos/,
      /\/rpc\/ids_en_cuarentena/,
      /\/bundles_productos\?/,
      /\/rpc\/bundles_en_venta/,
    ],
  ],
  ['a creator', () => getCreator('es', name), [/\/usuarios_meta\?/, /\/follows\?/, /\/productos\?/]],
  ['the pages that a build makes', () => getProductSlugs(3), [/\/productos\?/]],
  ['the page that a category goes on after', () => getNewestOf('plugins'), [/\/productos\?/]],
  ['how many files the sitemap has', () => getSitemapBits(), [/\/rpc\/productos_en_venta/]],
  [
    'the products of the sitemap',
    () => getSitemapEntries({ kind: 'products', bits: 0, part: 0 }),
    [/\/rpc\/mapa_de_productos/],
  ],
  [
    'the creators of the sitemap',
    () => getSitemapEntries({ kind: 'creators', bits: 0, part: 0 }),
    [/\/rpc\/mapa_de_creadores/],
  ],
  ['reviews', () => listReviews({ id, slug: 'con-pack' }, 6), [/\/resenas\?/]],
  ['packs of coins', () => getCoinPacks(), [/\/productos\?/]],
  ['a legal page', () => getLegalPage('notice', 'es', '¡falta!'), [/\/configuracion_global\?/]],
  ['the Club’s discount', () => getClubPercent(), [/\/configuracion_global\?/]],
];

describe.each(kept)('%s', (_what, read, questions) => {
  test('can be read', async () => expect(await read()).toBeDefined());

  test.each(questions)(
    'is not replaced by a default, and so not cached, if the database refuses %s',
    async (question) => {
      const refused = refuse(question);
      await expect(read()).rejects.toThrow(/failed/);
      expect(refused).not.toEqual([]);
    },
  );
});

test('a legal page names the seller, and marks missing data', async () => {
  await sql`update configuracion_global set vendedor_nombre = 'Tienda & Cía', vendedor_nif = ''`;
  const html = await getLegalPage('notice', 'es', '¡falta!');
  expect(html).toContain('Tienda &amp; Cía');
  expect(html).toContain('<mark>¡falta!</mark>');
});

/** Optional sections of a page: a missing one is shown as such, and marked so that it is not cached. */
const sections: Array<[what: string, read: () => Promise<unknown>, question: RegExp]> = [
  ['the trends', () => lists.getTrending('es', 3), /\/productos\?/],
  ['the newest products', () => lists.getNewest('es', 3), /\/productos\?/],
  ['the featured products', () => lists.getFeatured('es', 3), /\/rpc\/destacados_ahora/],
  [
    'related products',
    () => getRelated('es', { id: randomUUID(), slug: 'con-pack', category: 'plugin' }),
    /\/productos\?/,
  ],
  ['the banner of the hero', () => lists.getBanner('con-pack'), /\/productos\?/],
  ['reviews on the home page', () => listPraise('es', 3), /\/resenas\?/],
];

test.each(sections)('%s: marked as missing if the database refuses it', async (_what, read, question) => {
  expect(await read()).not.toBeNull();
  expect(carried).not.toContain(missingTag);
  const refused = refuse(question);
  expect(await read()).toBeNull();
  expect(carried).toContain(missingTag);
  expect(refused).not.toEqual([]);
});

test('a product has its bundles and a creator their followers', async () => {
  expect((await getProductBySlug('es', 'con-pack'))?.bundles).toHaveLength(1);
  expect((await getCreator('es', name))?.followers).toBe(1);
});
