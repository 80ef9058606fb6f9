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
const { getFavorites } = await import('@/lib/account/favorites');

test('favourites are listed and counted while they are on sale', async () => {
  const fan = await createUser(sql);
  world.client = clientOf(fan);
  const [kept, away] = [await createProduct(sql, { slug: 'sigue' }), await createProduct(sql, { slug: 'se-va' })];
  await sql`insert into favoritos (user_id, producto_id, created_at)
    values (${fan}, ${kept}, now()), (${fan}, ${away}, now() - interval '1 hour')`;
  const shown = async () => (await getFavorites('es', 10)).map(({ slug }) => slug);
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
