import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSaleCursor, parseSaleFilter, toSaleQuery } from '@/lib/creators/sales/filter';
import { saleDiscounts, saleStates } from '@/lib/creators/sales/types';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const or = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });

it('a filter of sales round-trips through its query', () =>
  fc.assert(
    fc.property(
      fc.record({
        product: or(fc.uuid()),
        state: or(fc.constantFrom(...saleStates)),
        discount: or(fc.constantFrom(...saleDiscounts)),
        from: or(day),
        to: or(day),
      }),
      or(fc.record({ at: fc.constant('2026-11-22T10:00:00.123456+00:00'), id: fc.nat() })),
      (filter, after) => {
        const query = Object.fromEntries(new URLSearchParams(toSaleQuery(filter, after)));
        expect(parseSaleFilter(query)).toEqual(filter);
        expect(parseSaleCursor(query)).toEqual(after);
      },
    ),
  ));

it.each([
  { producto: 'x', estado: 'vendida', descuento: '__proto__', desde: '2026-02-30', hasta: 'ayer' },
  { producto: ['a', 'b'], estado: ['retenida'], desde: '', hasta: "'; drop table pagos" },
])('invalid values of a filter are ignored: %o', (query) => {
  expect(parseSaleFilter(query as Record<string, string | string[]>)).toEqual({
    product: null,
    state: null,
    discount: null,
    from: null,
    to: null,
  });
});

it.each([
  '',
  'x~1',
  '1~1',
  '2026-13-22T10:00:00Z~1',
  '2026-11-22T10:00:00Z',
  '2026-11-22T10:00:00Z~-1',
  '2026-11-22T10:00:00Z~1e9',
])('the cursor %j is read as the first page', (tras) => expect(parseSaleCursor({ tras })).toBe(null));
