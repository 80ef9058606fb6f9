import { beforeEach, expect, test, vi } from 'vitest';
import { clubPrice } from '@/lib/pricing';
import { createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const told: unknown[] = [];
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: () => undefined,
  revalidateTag: (...what: unknown[]) => told.push(what),
}));
const { db } = await openShop();
const { sql } = db;
const { getClubPercent } = await import('@/lib/pricing/server');
const { followSettings } = await import('@/lib/jobs/follow-settings');

const setPercent = (percent: number) => sql`update configuracion_global set club_descuento_porcentaje = ${percent}`;

beforeEach(async () => {
  told.length = 0;
  await setPercent(30);
  await followSettings();
  told.length = 0;
});

test.each([25, 0, 100, 30])('with a discount of %i %% members see the charged price', async (percent) => {
  await setPercent(percent);
  const member = await createUser(sql, { club: true });
  const product = await createProduct(sql, { precio: 19.99, oferta: 14.99 });
  const [row] =
    await sql`select privado.presupuestar(${member}, ${product}, null, null, 'tarjeta', null, null, true) as quote`;
  const shown = clubPrice({ priceCents: 1_999, offerCents: 1_499 }, await getClubPercent());
  expect(row?.quote).toMatchObject({ ok: true, total_centimos: shown });
});

test('a change of the discount revalidates pages at once, and only once', async () => {
  expect(await followSettings()).toBe(false);
  expect(told).toEqual([]);
  await setPercent(20);
  expect(await followSettings()).toBe(true);
  expect(await followSettings()).toBe(false);
  expect(told).toEqual([['store-settings', { expire: 0 }]]);
});

test('after a start cached pages are revalidated on their next visit', async () => {
  vi.resetModules();
  const fresh = await import('@/lib/jobs/follow-settings');
  expect(await fresh.followSettings()).toBe(true);
  expect(told).toEqual([['store-settings', 'max']]);
});
