import { beforeEach, expect, test, vi } from 'vitest';
import { clubPrice } from '@/lib/pricing';
import { createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const revalidated: unknown[] = [];
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: () => undefined,
  revalidateTag: (...what: unknown[]) => revalidated.push(what),
}));
const { db } = await openShop();
const { sql } = db;
const { getClubPercent, getClubPrices } = await import('@/lib/pricing/server');
const { followSettings } = await import('@/lib/jobs/follow-settings');

const setPercent = (percent: number) => sql`update configuracion_global set club_descuento_porcentaje = ${percent}`;

beforeEach(async () => {
  revalidated.length = 0;
  await setPercent(30);
  await followSettings();
  revalidated.length = 0;
});

test.each([25, 0, 100, 30])('members see the charged price with a discount of %i %%', async (percent) => {
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
  expect(revalidated).toEqual([]);
  await setPercent(20);
  expect(await followSettings()).toBe(true);
  expect(await followSettings()).toBe(false);
  expect(revalidated).toEqual([['store-settings', { expire: 0 }]]);
});

test.each([
  [3.9, 15, 390, 3978],
  [1, 90, 100, 120],
  [4.99, 33, 499, 4012],
  [99, 0, 9900, 118_800],
])(
  'prices of %d € a month and %i %% less a year are shown as they are charged',
  async (euros, percent, month, year) => {
    const set = (price: number, less: number) =>
      sql`update configuracion_global set club_precio_mensual = ${price}, club_descuento_anual_porcentaje = ${less}`;
    await set(euros, percent);
    const [charged] =
      await sql`select privado.precio_club('monthly') as monthly, privado.precio_club('yearly') as yearly`;
    expect(charged).toEqual({ monthly: month, yearly: year });
    expect(await getClubPrices()).toMatchObject({ ...charged, yearlyPercent: percent });
    expect(await followSettings()).toBe(month !== 390);
    await set(3.9, 15);
  },
);

test('cached pages are revalidated on their next visit after a start', async () => {
  vi.resetModules();
  const fresh = await import('@/lib/jobs/follow-settings');
  expect(await fresh.followSettings()).toBe(true);
  expect(revalidated).toEqual([['store-settings', 'max']]);
});
