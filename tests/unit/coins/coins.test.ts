import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tags } from '@/lib/core/cache/tags';
import { stubQuery } from '../query-stub.ts';

type Answer = { data: unknown; error: { message: string } | null; status: number };
/** The response of the database, and how it was asked. */
const database = vi.hoisted(() => ({ answer: {} as unknown, asked: [] as unknown[][], log: [] as unknown[] }));
const note = (filter: unknown[]) => database.asked.push(filter);
const query = stubQuery(() => database.answer, note);
const client = { from: (table: string) => note(['from', table]) && query };
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => client,
  createPublicClient: () => client,
}));
vi.mock('@/lib/core/log', () => ({ log: { error: (line: unknown) => database.log.push(line) } }));
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: (tag: string) => database.asked.push(['cacheTag', tag]),
}));
const { listCoinMovements } = await import('@/lib/orders/coin-movements');
const { getCoinCents, getCoinPacks } = await import('@/lib/coins/packs');

const answers = (data: unknown): Answer => ({ data, error: null, status: 200 });
const away: Answer = { data: null, error: { message: 'away' }, status: 503 };
beforeEach(() => Object.assign(database, { asked: [], log: [] }));

describe('packs of coins', () => {
  const pack = (slug: string, uncoins: unknown, precio: unknown, oferta: unknown = null) => ({
    slug,
    uncoins,
    precio,
    oferta,
  });

  it('have their prices in cents, as text or as a number', async () => {
    database.answer = answers([pack('100-uncoins', '100', '1.59'), pack('500-uncoins', 500, 7)]);
    expect(await getCoinPacks()).toEqual([
      { slug: '100-uncoins', coins: 100, priceCents: 159 },
      { slug: '500-uncoins', coins: 500, priceCents: 700 },
    ]);
    expect(database.asked).toEqual([
      ['cacheTag', tags.section('uncoins')],
      ['from', 'productos'],
      ['select', 'slug,uncoins,precio,oferta'],
      ['eq', 'status', 'approved'],
      ['eq', 'disponibilidad', true],
      ['eq', 'stock', true],
      ['or', 'unidades.is.null,unidades.gt.0'],
      ['eq', 'category', 'uncoins'],
      ['order', 'uncoins'],
      ['limit', 1_000],
    ]);
  });

  it('have the price of their offer, which the checkout charges', async () => {
    database.answer = answers([pack('100-uncoins', 100, '1.59', '1.29')]);
    expect(await getCoinPacks()).toEqual([{ slug: '100-uncoins', coins: 100, priceCents: 129 }]);
    expect(await getCoinCents()).toBe(1.29);
  });

  it('determine the price of a coin by the cheapest one', async () => {
    database.answer = answers([pack('a', 100, '1.59'), pack('b', 500, '7.00'), pack('c', 200, '3.00')]);
    expect(await getCoinCents()).toBe(1.4);
    expect(database.asked).toContainEqual(['cacheTag', tags.section('uncoins')]);
    database.answer = answers([]);
    expect(await getCoinCents()).toBeNull();
    expect(database.log).toEqual([]);
  });

  it('cause an error on their own page, and are missing elsewhere, if they cannot be read', async () => {
    database.answer = away;
    await expect(getCoinPacks()).rejects.toThrow('coin packs query failed: away');
    expect(await getCoinCents()).toBeNull();
    expect(database.log).toEqual([expect.objectContaining({ error: expect.stringContaining('away') })]);
  });
});

describe('movements of coins', () => {
  const row = (id: number, change: object = {}) => ({
    id,
    cantidad: '-100',
    concepto: 'compra',
    created_at: '2026-11-01T10:00:00Z',
    pagos: { id: 'pago-1', presupuesto: { nombre: 'Mapa' } },
    ...change,
  });

  it('contain their payment, if there is one', async () => {
    const granted = row(1, { cantidad: 100, concepto: 'club', pagos: null });
    database.answer = answers([row(2), granted]);
    const shared = { createdAt: '2026-11-01T10:00:00Z' };
    expect(await listCoinMovements('me', null, 'es')).toEqual({
      movements: [
        { ...shared, id: 2, coins: -100, concept: 'compra', paymentId: 'pago-1', name: 'Mapa' },
        { ...shared, id: 1, coins: 100, concept: 'club', paymentId: null, name: null },
      ],
      next: null,
    });
    expect(database.asked).toEqual([
      ['from', 'movimientos_uncoins'],
      [
        'select',
        'id,cantidad,concepto,created_at,pagos(id,presupuesto,productos!pagos_producto_id_fkey(nombre,nombre_en),bundles(nombre,nombre_en))',
      ],
      ['eq', 'user_id', 'me'],
      ['order', 'id', { ascending: false }],
      ['limit', 31],
    ]);
  });

  it('are paginated by thirty, and continue before the last one', async () => {
    const all = Array.from({ length: 31 }, (_, at) => row(100 - at));
    database.answer = answers(all);
    const first = await listCoinMovements('me', null, 'es');
    expect(first.movements).toHaveLength(30);
    expect(first.next).toBe(71);
    expect(database.asked).toContainEqual(['limit', 31]);
    expect(database.asked.map(([name]) => name)).not.toContain('lt');
    database.answer = answers(all.slice(30));
    expect(await listCoinMovements('me', first.next, 'es')).toMatchObject({ movements: [{ id: 70 }], next: null });
    expect(database.asked).toContainEqual(['lt', 'id', 71]);
  });

  it('cause an error if they cannot be read', async () => {
    database.answer = away;
    await expect(listCoinMovements('me', null, 'es')).rejects.toThrow('coin movements query failed: away');
  });
});
