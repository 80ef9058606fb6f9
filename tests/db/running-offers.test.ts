import { expect, test, vi } from 'vitest';
import { createEdition, createProduct } from './factories.ts';
import { openShop } from './shop-harness.ts';

// The page tells the end of the prices that it shows.
vi.mock('next/cache', () => ({ cacheLife: () => undefined, cacheTag: () => undefined }));

const { db } = await openShop();
const { sql } = db;
const { getProductBySlug } = await import('@/lib/catalog/product');
const { getRunningOffers } = await import('@/lib/catalog/running-offers');

/** A product for 10 euros with an edition for 20, both with an offer until the last day of November. */
async function createOffers(slug: string) {
  const product = await createProduct(sql, { slug, precio: 10 });
  const edition = await createEdition(sql, product, { nombre: 'Deluxe', precio: 20 });
  await sql`insert into ofertas (producto_id, edicion_id, precio, desde, hasta) select ${product}, edition, price,
    now() - interval '1 hour', privado.inicio_del_dia('2998-12-01')
    from (values (null::uuid, 7), (${edition}::uuid, 15)) x (edition, price)`;
  await sql`update productos set precio = precio where id = ${product}`;
  await sql`update ediciones set precio = precio where id = ${edition}`;
  return { product, edition };
}

async function shown(slug: string) {
  const product = await getProductBySlug('es', slug);
  if (!product) throw new Error(`no product ${slug}`);
  return (await getRunningOffers('es', product)).map(({ edition, lastDay }) => [edition, lastDay]);
}

test('an offer is shown with its last day', async () => {
  await createOffers('en-oferta');
  expect(await shown('en-oferta')).toEqual([
    [null, '2998-11-30'],
    ['Deluxe', '2998-11-30'],
  ]);
});

test('an offer of an edition that was removed is not shown', async () => {
  const { edition } = await createOffers('sin-edicion');
  await sql`update ediciones set retirada = true where id = ${edition}`;
  expect(await shown('sin-edicion')).toEqual([[null, '2998-11-30']]);
});

test('an offer that is not the price is not shown', async () => {
  const { product, edition } = await createOffers('mas-barato');
  await sql`update productos set precio = 6 where id = ${product}`;
  await sql`update ediciones set oferta = 12 where id = ${edition}`;
  expect(await shown('mas-barato')).toEqual([]);
});
