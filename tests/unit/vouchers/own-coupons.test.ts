import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubQuery } from '../query-stub.ts';

const database = { coupons: [] as unknown[], settings: {} as unknown };
const answer = (data: () => unknown) => stubQuery(() => ({ data: data(), error: null, status: 200 }));
const client = { rpc: () => answer(() => database.coupons), from: () => answer(() => database.settings) };
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => client }));
const { getCreatorPercent, listOwnCoupons } = await import('@/lib/vouchers/own-coupons');

const now = Date.parse('2026-11-05T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

const coupon = (id: string, change: object = {}) => ({
  id,
  codigo: 'OTONO',
  producto: 'Mapa',
  slug: 'mapa',
  percent_discount: '25',
  descuento_centimos: null,
  minimo_centimos: 500,
  desde_at: null,
  caduca_at: null,
  parado_at: null,
  usos_max: 10,
  usos_por_usuario: 1,
  created_at: '2026-11-01T10:00:00Z',
  usos: '3',
  retenidos: 1,
  regalado_centimos: 300,
  vendido_centimos: '900',
  ...change,
});

it('a creator’s coupons are listed with what they gave and sold, newest first', async () => {
  database.coupons = [coupon('old'), coupon('new', { created_at: '2026-11-02T10:00:00Z' })];
  const [first, second] = await listOwnCoupons();
  expect(first?.id).toBe('new');
  expect(second).toEqual({
    id: 'old',
    code: 'OTONO',
    product: 'Mapa',
    slug: 'mapa',
    percent: 25,
    cents: null,
    leastCents: 500,
    from: null,
    to: null,
    maxUses: 10,
    maxPerPerson: 1,
    createdAt: '2026-11-01T10:00:00Z',
    uses: 3,
    held: 1,
    givenCents: 300,
    soldCents: 900,
    isStopped: false,
    isOver: false,
  });
});

it.each([
  [{ parado_at: '2026-11-03' }, { isStopped: true, isOver: false }],
  [{ caduca_at: '2026-11-05T12:00:01Z' }, { isStopped: false, isOver: false }],
  [{ caduca_at: '2026-11-05T12:00:00Z' }, { isStopped: false, isOver: true }],
])('a coupon with %o is shown as %o', async (change, shown) => {
  database.coupons = [coupon('one', change)];
  expect(await listOwnCoupons()).toMatchObject([shown]);
});

it('takes no more than the creator’s share', async () => {
  database.settings = { ingresos_creador_porcentaje: 80 };
  expect(await getCreatorPercent()).toBe(80);
});
