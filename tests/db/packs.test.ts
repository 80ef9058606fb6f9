import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBundle, createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// A page offers a bundle as long as the quote would sell it to anybody.
vi.mock('next/cache', () => ({ cacheLife: () => undefined, cacheTag: () => undefined }));

const { db } = await openShop();
const { sql } = db;
const { getProductBySlug } = await import('@/lib/catalog/product');

const creator = await createUser(sql);
const buyer = await createUser(sql);
const shown = await createProduct(sql, { slug: 'con-packs', usuario_id: creator });
const member = await createProduct(sql, { slug: 'companero', usuario_id: creator, unidades: 1 });
const pack = await createBundle(sql, [shown, member, await createProduct(sql, { usuario_id: creator })]);
const other = await createBundle(sql, [shown, await createProduct(sql, { usuario_id: creator })]);

const offered = async () => (await getProductBySlug('es', 'con-packs'))?.bundles.map(({ id }) => id).sort();
const quote = (bundle: string) => db.callAs(buyer, 'cotizar_compra', { p_producto: null, p_bundle: bundle });
const both = [pack, other].sort();

beforeEach(
  () => sql`update productos set status = 'approved', archivado_at = null, disponibilidad = true, stock = true,
  unidades = 1, club_only = false where id = ${member}`,
);

describe('a bundle is hidden while one of its products', () => {
  test.each([
    ['is archived', { archivado_at: new Date() }],
    ['was rejected', { status: 'rejected' }],
    ['waits for review', { status: 'pending' }],
    ['is not available', { disponibilidad: false }],
    ['is out of stock', { stock: false }],
    ['has no unit left', { unidades: 0 }],
  ])('%s', async (_why, change) => {
    expect(await offered()).toEqual(both);
    await sql`update productos set ${sql(change)} where id = ${member}`;
    expect(await quote(pack)).toMatchObject({ ok: false });
    expect(await quote(other)).toMatchObject({ ok: true });
    expect(await offered()).toEqual([other]);
  });

  test('is a coin pack', async () => {
    const coins = await createProduct(sql, { category: 'uncoins', uncoins: 100, usuario_id: creator });
    const mixed = await createBundle(sql, [shown, coins]);
    expect(await quote(mixed)).toMatchObject({ ok: false });
    expect(await offered()).toEqual(both);
  });
});

test('a bundle is offered even if it is for the Club or reserved at the moment', async () => {
  await sql`update productos set club_only = true where id = ${member}`;
  expect(await quote(pack)).toEqual({ ok: false, error: 'requiere_club' });
  expect(await offered()).toEqual(both);
  await sql`update productos set club_only = false where id = ${member}`;
  await createPayment(db, await createUser(sql), { producto: member });
  expect(await quote(pack)).toEqual({ ok: false, error: 'reservado' });
  expect(await offered()).toEqual(both);
});

test('the availability of bundles is public, without data of products that are not on sale', async () => {
  const ask = (p_producto: string) => db.callAnon<string[]>('bundles_en_venta', { p_producto });
  expect((await ask(shown)).sort()).toEqual(both);
  expect(await ask(member)).toEqual([pack]);
  await sql`update productos set status = 'rejected' where id = ${member}`;
  expect(await ask(shown)).toEqual([other]);
  expect(await ask(member)).toEqual([]);
});

test('a page shows its own bundles in the order of their creator, before those of others', async () => {
  const page = await createProduct(sql, { slug: 'en-orden', usuario_id: creator });
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].sort().reverse();
  const elsewhere = '00000000-0000-4000-8000-000000000000';
  const of = (id: string | undefined, producto_id: string, orden: number) =>
    createBundle(sql, [page, shown], { id, producto_id, orden });
  await of(elsewhere, shown, 0);
  await of(second, page, 1);
  await of(third, page, 2);
  await of(first, page, 0);
  expect((await getProductBySlug('es', 'en-orden'))?.bundles.map(({ id }) => id)).toEqual([
    first,
    second,
    third,
    elsewhere,
  ]);
});
