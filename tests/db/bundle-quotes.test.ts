import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundlePrice } from '@/lib/pricing';
import { buy, createBundle, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Part = { price: number; offer: number | null; owned: boolean };
type Quote = { ok: boolean; total_centimos: number; lineas: Array<{ concepto: string; centimos: number }> };

const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9_900 }));
const part: fc.Arbitrary<Part> = fc
  .record({ price: cents, share: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }), owned: fc.boolean() })
  .map(({ price, share, owned }) => ({
    price,
    owned,
    offer: share === null ? null : Math.max(1, Math.round((price * share) / 100)),
  }));

const euros = (amount: number | null) => (amount === null ? null : amount / 100);

async function setUp(parts: Part[], asked: number, club: boolean) {
  const [buyer, creator] = [await createUser(sql, { club }), await createUser(sql)];
  const products: string[] = [];
  for (const { price, offer, owned } of parts) {
    const id = await createProduct(sql, { usuario_id: creator, precio: euros(price), oferta: euros(offer) });
    if (owned)
      await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado)
      values (${buyer}, ${id}, 'codigo', 0)`;
    products.push(id);
  }
  return { buyer, products, bundle: await createBundle(sql, products, { precio: euros(asked) }) };
}

const quote = (who: string | null, what: Record<string, unknown>) =>
  (who ? db.callAs(who, 'cotizar_compra', what) : db.callAnon('cotizar_compra', what)) as unknown as Promise<Quote>;

describe('a bundle', () => {
  test('never costs more than its missing parts, with every method, with and without the Club', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        cents,
        fc.boolean(),
        fc.constantFrom('tarjeta', 'paypal', 'uncoins'),
        async (parts, asked, club, p_metodo) => {
          const { buyer, products, bundle } = await setUp(
            [...parts, { price: 250, offer: null, owned: false }],
            asked,
            club,
          );
          const whole = await quote(buyer, { p_producto: null, p_bundle: bundle, p_metodo });
          let apart = 0;
          for (const p_producto of products) {
            const single = await quote(buyer, { p_producto, p_metodo });
            apart += single.ok ? single.total_centimos : 0;
          }
          expect(whole.total_centimos).toBeLessThanOrEqual(apart);
          expect(whole.lineas.reduce((sum, line) => sum + line.centimos, 0)).toBe(whole.total_centimos);
        },
      ),
      { numRuns: 25 },
    ));

  test('costs the price on its page', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 2, maxLength: 4 }),
        cents,
        fc.boolean(),
        async (list, asked, club) => {
          const parts = list.map((one) => ({ ...one, owned: false }));
          const { buyer, bundle } = await setUp(parts, asked, club);
          const { total_centimos, lineas } = await quote(buyer, { p_producto: null, p_bundle: bundle });
          const prices = parts.map(({ price, offer }) => ({ priceCents: price, offerCents: offer }));
          const shown = bundlePrice({ priceCents: asked, offerCents: null }, prices, club ? 30 : 0);
          expect(shown).toMatchObject({ cents: total_centimos, apartCents: lineas[0]?.centimos });
        },
      ),
      { numRuns: 15 },
    ));

  test('computes the saving from the current sum of its missing parts', async () => {
    const parts = [
      { price: 1000, offer: 800, owned: false },
      { price: 1000, offer: null, owned: true },
      { price: 500, offer: null, owned: false },
    ];
    const { buyer, bundle } = await setUp(parts, 1200, true);
    expect((await quote(buyer, { p_producto: null, p_bundle: bundle, p_metodo: 'paypal' })).lineas).toEqual([
      { concepto: 'partes', centimos: 1300 },
      { concepto: 'pack', centimos: -100, porcentaje: 8 },
      { concepto: 'club', centimos: -360, porcentaje: 30 },
      { concepto: 'recargo_paypal', centimos: 67, porcentaje: 8 },
    ]);
    expect((await quote(null, { p_producto: null, p_bundle: bundle })).lineas).toEqual([
      { concepto: 'partes', centimos: 2300 },
      { concepto: 'pack', centimos: -1100, porcentaje: 48 },
    ]);
    expect((await buy(db, buyer, { bundle })).cents).toBe(840);
  });

  test.each([
    ['that is free for members has no surcharge', { club: 100, surcharge: 8 }, { club: -1000, total: 0 }],
    ['has a line for the smallest discount of the Club', { club: 1, surcharge: 0 }, { club: -10, total: 990 }],
  ])('%s', async (_what, { club, surcharge }, expected) => {
    const part = sql.json({ lineas: [{ concepto: 'base', centimos: 1000 }] });
    const [row] = await sql`select privado.calcular_pack(1000, array[${part}::jsonb], ${club}, ${surcharge}) as answer`;
    expect(row?.answer).toMatchObject({
      total_centimos: expected.total,
      lineas: [
        { concepto: 'partes', centimos: 1000 },
        { concepto: 'club', centimos: expected.club, porcentaje: club },
      ],
    });
  });

  test('costs the same as a gift for any recipient', async () => {
    const parts = [1000, 500].map((price, index) => ({ price, offer: null, owned: index === 0 }));
    const { buyer: friend, bundle } = await setUp(parts, 1200, false);
    const giver = await createUser(sql);
    const asked = await quote(giver, { p_producto: null, p_bundle: bundle, p_destinatario: friend });
    const payment = await buy(db, giver, { bundle, destinatario: friend });
    const [row] = await sql`select total_centimos from pagos where id = ${String(payment.id)}`;
    expect([asked.total_centimos, row?.total_centimos]).toEqual([1200, 1200]);
  });
});
