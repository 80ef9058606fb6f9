import { beforeEach, expect, it, vi } from 'vitest';

/** The row of the settings, and the cache tags of the functions that read it. */
const shop = vi.hoisted(() => ({ row: {} as Record<string, unknown>, status: 200, tags: [] as string[] }));
vi.mock('next/cache', () => ({ cacheLife: () => undefined, cacheTag: (tag: string) => shop.tags.push(tag) }));
vi.mock('@/lib/core/supabase/server', () => ({
  // Returns only the requested columns of the requested row.
  createPublicClient: () => ({
    from: (table: string) => ({
      select: (columns: string) => ({
        eq: (key: string, value: unknown) => ({
          single: async () => {
            if (shop.status !== 200) return { data: null, error: { message: 'away' }, status: shop.status };
            const isFound = table === 'configuracion_global' && shop.row[key] === value;
            const data = Object.fromEntries(
              columns.split(',').map((name) => [name, isFound ? shop.row[name] : undefined]),
            );
            return { data, error: null, status: 200 };
          },
        }),
      }),
    }),
  }),
}));
const prices = await import('@/lib/pricing/server');

beforeEach(() => {
  shop.row = {
    id: 1,
    club_descuento_porcentaje: 25,
    club_precio_mensual: '3.90',
    club_descuento_anual_porcentaje: 15,
    ingresos_creador_porcentaje: 80,
    recargo_paypal_porcentaje: 5,
  };
  Object.assign(shop, { status: 200, tags: [] });
});

const clubPrices = { monthly: 390, yearly: 3_978, yearlyPerMonth: 332, yearlyPercent: 15 };

it('prices of the Club are read from the settings in cents', async () => {
  expect(await prices.readClubPercent()).toBe(25);
  expect(await prices.readClubPrices()).toEqual(clubPrices);
  expect(shop.tags).toEqual([]);
});

it.each([
  ['the prices of the Club', prices.getClubPrices, clubPrices, 1],
  ['the discount of the Club', prices.getClubPercent, 25, 1],
  ['the rates of a sale', prices.getSaleRates, { club: 25, join: 390, share: 80, paypal: 5 }, 1],
  ['the discount and price beside other prices', prices.getClubOffer, { percent: 25, joinCents: 390 }, 2],
] as const)('%s are cached until the settings change', async (_what, read, expected, reads) => {
  expect(await read()).toEqual(expected);
  expect(shop.tags).toHaveLength(reads);
  expect(new Set(shop.tags).size).toBe(1);
});

it('an outage of the database is an error', async () => {
  shop.status = 503;
  for (const read of [prices.getClubPrices, prices.getClubPercent, prices.getSaleRates, prices.getClubOffer])
    await expect(read()).rejects.toThrow('shop settings query failed: away');
});
