import { expect, test, vi } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;
const world = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('@/lib/core/supabase/server', async (original) => ({
  ...(await original<object>()),
  createRequestClient: async () => world.client as Client,
}));

const { db, clientOf } = await openShop();
const { sql } = db;
const { listFavorites } = await import('@/lib/account/profile/favorites');

test('favourites are listed and counted while they are on sale', async () => {
  const fan = await createUser(sql);
  world.client = clientOf(fan);
  const [kept, away] = [await createProduct(sql, { slug: 'sigue' }), await createProduct(sql, { slug: 'se-va' })];
  await sql`insert into favoritos (user_id, producto_id, created_at)
    values (${fan}, ${kept}, now()), (${fan}, ${away}, now() - interval '1 hour')`;
  const shown = async () => (await listFavorites('es', null, 10)).products.map(({ slug }) => slug);
  const counted = async () => (await db.callAs(fan, 'quien_soy')).favoritos;

  expect([await shown(), await counted()]).toEqual([['sigue', 'se-va'], 2]);
  for (const change of [{ archivado_at: new Date() }, { status: 'rejected' }, { status: 'pending' }]) {
    await sql`update productos set ${sql(change)} where id = ${away}`;
    expect([await shown(), await counted()], JSON.stringify(change)).toEqual([['sigue'], 1]);
    await sql`update productos set archivado_at = null, status = 'approved', disponibilidad = true where id = ${away}`;
    expect([await shown(), await counted()]).toEqual([['sigue', 'se-va'], 2]);
  }
  // It has a page, which says so.
  await sql`update productos set disponibilidad = false where id = ${away}`;
  expect([await shown(), await counted()]).toEqual([['sigue', 'se-va'], 2]);
});

test('favourites are paginated, even if saved at the same time', async () => {
  const fan = await createUser(sql);
  world.client = clientOf(fan);
  const saved = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const product = await createProduct(sql);
    saved.add(product);
    await sql`insert into favoritos (user_id, producto_id, created_at) values (${fan}, ${product}, '2026-11-01T10:00:00Z')`;
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { products, next } = await listFavorites('es', after, 2);
    seen.push(...products.map(({ id }) => id));
    after = next;
  } while (after);
  expect(seen).toHaveLength(5);
  expect(new Set(seen)).toEqual(saved);
  expect((await listFavorites('es', 'nada', 2)).products.map(({ id }) => id)).toEqual(seen.slice(0, 2));
});
