import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clubPrice, discountPercent, displayPrice } from '@/lib/pricing';
import { earningsOf, exampleCoupon } from '@/lib/pricing/earnings';
import { openDatabase } from './harness.ts';

type Line = { concepto: string; centimos: number; porcentaje?: number };
type Quote = { lineas: Line[]; total_centimos: number; total_uncoins: number };
type Case = { price: number; offer: number | null; club: number; coupon: number; surcharge: number };

const { sql } = await openDatabase();

const cents = fc.integer({ min: 0, max: 1_000_000 });
const cases: fc.Arbitrary<Case> = fc
  .record({
    price: cents,
    offerShare: fc.option(fc.double({ min: 0.0001, max: 1, noNaN: true }), { nil: null }),
    club: fc.constantFrom(0, 30, 100),
    coupon: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 })),
    surcharge: fc.constantFrom(0, 8, 100),
  })
  .map(({ price, offerShare, ...rest }) => ({
    ...rest,
    price,
    offer: offerShare === null || price === 0 ? null : Math.max(1, Math.round(price * offerShare)),
  }));

/** Quotes many prices in one round trip. */
async function quoteAll(list: Case[]): Promise<Quote[]> {
  const euros = list.map(({ price, offer, ...rest }, orden) => ({
    ...rest,
    orden,
    precio: price / 100,
    oferta: offer === null ? null : offer / 100,
  }));
  const rows = await sql`
    select privado.calcular_presupuesto(c.precio, c.oferta, c.club, c.coupon, c.surcharge) as quote
    from jsonb_to_recordset(${sql.json(euros)})
      as c(precio numeric, oferta numeric, club integer, coupon integer, surcharge integer, orden integer)
    order by c.orden`;
  return rows.map(({ quote }) => quote);
}

const check = (property: (given: Case, quote: Quote) => void) =>
  fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 50, maxLength: 200 }), async (list) => {
      const quotes = await quoteAll(list);
      for (const [index, given] of list.entries()) property(given, quotes[index] as Quote);
    }),
    { numRuns: 40 },
  );

const exactHalfUp = (amount: number, percent: number) => Math.floor((amount * percent + 50) / 100);

test('a total is never negative and at most the base price plus the surcharge', () =>
  check(({ price, surcharge }, { total_centimos }) => {
    expect(total_centimos).toBeGreaterThanOrEqual(0);
    expect(total_centimos).toBeLessThanOrEqual(price + exactHalfUp(price, surcharge));
  }));

test('the lines add up to the total, and each discount is a separate line', () =>
  check(({ price, offer, club, coupon, surcharge }, { lineas, total_centimos }) => {
    expect(lineas.reduce((sum, line) => sum + line.centimos, 0)).toBe(total_centimos);
    expect(lineas[0]).toEqual({ concepto: 'base', centimos: price });
    const named = new Set(lineas.map(({ concepto }) => concepto));
    expect(named.size).toBe(lineas.length);
    expect(named.has('oferta')).toBe(offer !== null && offer < price);
    if (price > 0) expect(named.has('club')).toBe(club > 0);
    if (price > 0 && club < 100) expect(named.has('cupon')).toBe(coupon > 0);
    if (total_centimos > 0) expect(named.has('recargo_paypal')).toBe(surcharge > 0);
  }));

test('each step is rounded half up from the previous result', () =>
  check(({ price, offer, club, coupon, surcharge }, { total_centimos }) => {
    let expected = offer !== null && offer < price ? offer : price;
    if (club > 0) expected = exactHalfUp(expected, 100 - club);
    if (coupon > 0) expected = exactHalfUp(expected, 100 - coupon);
    if (surcharge > 0) expected += exactHalfUp(expected, surcharge);
    expect(total_centimos).toBe(expected);
  }));

test('the price in coins equals the price in cents', () =>
  check((_given, { total_centimos, total_uncoins }) => expect(total_uncoins).toBe(total_centimos)));

test('displayed prices equal the charged ones', () =>
  check(({ price, offer, club, coupon, surcharge }, { lineas, total_centimos }) => {
    const shown = { priceCents: price, offerCents: offer };
    if (club === 0 && coupon === 0 && surcharge === 0) expect(displayPrice(shown)).toBe(total_centimos);
    if (coupon === 0 && surcharge === 0) expect(clubPrice(shown, club)).toBe(total_centimos);
    const offerLine = lineas.find(({ concepto }) => concepto === 'oferta');
    if (offerLine) expect(discountPercent(shown)).toBe(offerLine.porcentaje ?? 0);
    // The percentage of the coupon, even if a cent of a small price is a larger part.
    expect(lineas.find(({ concepto }) => concepto === 'cupon')?.porcentaje ?? coupon).toBe(coupon);
  }));

test('every price from 0.01 to 99.00 costs one coin per cent', async () => {
  const list = Array.from({ length: 9900 }, (_, index) => ({
    price: index + 1,
    offer: null,
    club: 0,
    coupon: 0,
    surcharge: 0,
  }));
  const quotes = await quoteAll(list);
  expect(quotes.map(({ total_uncoins }) => total_uncoins)).toEqual(list.map(({ price }) => price));
});

test('the parts of a bundle add up to the paid amount', () =>
  fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 12 }), cents, async (prices, total) => {
      const [row] = await sql`
        select (select sum((a ->> 'centimos')::int) from jsonb_array_elements(partes) a)::int as sum,
          (select min((a ->> 'centimos')::int) from jsonb_array_elements(partes) a) as least
        from privado.repartir_total(array(
          select jsonb_populate_record(null::productos,
            jsonb_build_object('id', gen_random_uuid(), 'usuario_id', gen_random_uuid(), 'precio', p / 100.0, 'reserva', false))
          from jsonb_array_elements_text(${sql.json(prices)}) t(v) cross join lateral (select v::numeric as p) c
        ), ${total}) partes`;
      expect(row?.sum).toBe(total);
      expect(row?.least).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  ));

test('every displayed Club price equals the charged one, with and without an offer', () =>
  fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 20, maxLength: 40 }), async (list) => {
      const all = list.flatMap((given) =>
        Array.from({ length: 101 }, (_, club) => ({ ...given, club, coupon: 0, surcharge: 0 })),
      );
      const quotes = await quoteAll(all);
      const shown = all.map(({ price, offer, club }) => clubPrice({ priceCents: price, offerCents: offer }, club));
      expect(shown).toEqual(quotes.map(({ total_centimos }) => total_centimos));
    }),
    { numRuns: 10 },
  ));

test('each part of a bundle is proportional to its price, to the nearest cent', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9_900 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 20_000 }),
      async (prices, total) => {
        const products = prices.map((price, at) => ({
          id: `00000000-0000-0000-0000-00000000000${at}`,
          usuario_id: '00000000-0000-0000-0000-000000000009',
          reserva: false,
          precio: price / 100,
        }));
        const [row] = await sql`
          select privado.repartir_total(array(
            select jsonb_populate_record(null::productos, x) from jsonb_array_elements(${sql.json(products)}) x), ${total}) as parts`;
        const sum = prices.reduce((all, price) => all + price, 0);
        let [given, before] = [0, 0];
        for (const [at, { centimos }] of row?.parts.entries() ?? []) {
          given += centimos;
          before += prices[at] ?? 0;
          expect(centimos).toBeGreaterThanOrEqual(0);
          expect(Math.abs(given - (total * before) / sum)).toBeLessThanOrEqual(0.5);
        }
        expect(given).toBe(total);
      },
    ),
    { numRuns: 60 },
  ));

test('the earnings shown by the product form equal those in the ledger', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 99_000 }),
      fc.option(fc.integer({ min: 1, max: 99_000 }), { nil: null }),
      fc.record({
        club: fc.constantFrom(0, 30),
        share: fc.integer({ min: 0, max: 100 }),
        paypal: fc.constantFrom(0, 8),
      }),
      async (priceCents, asked, rates) => {
        const offerCents = asked !== null && asked < priceCents ? asked : null;
        for (const { way, paidCents, shareCents } of earningsOf({ priceCents, offerCents }, rates)) {
          const isOwn = way === 'coupon';
          const [row] = await sql`
            with q as (select privado.calcular_presupuesto(${priceCents / 100}, ${offerCents === null ? null : offerCents / 100},
              ${way === 'club' ? rates.club : 0}, ${isOwn ? exampleCoupon : 0}, ${way === 'paypal' ? rates.paypal : 0},
              null, ${isOwn ? rates.share : 100}) as p
            ), t as (select p, (p ->> 'total_centimos')::int as total from q)
            select total, privado.ingreso_de(jsonb_build_object('interno', jsonb_build_object(
                'ingresos_porcentaje', ${rates.share}::int,
                'cupon_creador_centimos', ${isOwn}::boolean::int * (privado.precio_sin_cupon(p) - total))),
              jsonb_build_object('centimos', total)) as ingreso
            from t`;
          expect({ way, paid: row?.total, share: row?.ingreso }).toEqual({ way, paid: paidCents, share: shareCents });
        }
      },
    ),
    { numRuns: 40 },
  ));
