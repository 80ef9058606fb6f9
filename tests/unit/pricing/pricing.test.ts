import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, toCents } from '@/lib/core/money';
import { clubPrice, discountPercent, displayPrice } from '@/lib/pricing';

const price = fc
  .integer({ min: 0, max: 999_999 })
  .chain((priceCents) =>
    fc.record({ priceCents: fc.constant(priceCents), offerCents: fc.option(fc.integer({ min: 0, max: priceCents })) }),
  );

describe('display rules', () => {
  it('show the offer only when it is lower', () => {
    expect(displayPrice({ priceCents: 1_000, offerCents: 800 })).toBe(800);
    expect(displayPrice({ priceCents: 1_000, offerCents: 1_000 })).toBe(1_000);
    expect(displayPrice({ priceCents: 1_000, offerCents: null })).toBe(1_000);
  });
  it('never show more than the price or less than nothing', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 100 }), (any, percent) => {
        expect(displayPrice(any)).toBeLessThanOrEqual(any.priceCents);
        expect(clubPrice(any, percent)).toBeGreaterThanOrEqual(0);
        expect(clubPrice(any, percent)).toBeLessThanOrEqual(displayPrice(any));
        expect(discountPercent(any)).toBeGreaterThanOrEqual(0);
        expect(discountPercent(any)).toBeLessThanOrEqual(100);
      }),
    );
  });
  it('round the Club price half up', () => {
    expect(clubPrice({ priceCents: 1_999, offerCents: 1_499 }, 30)).toBe(1_049);
    expect(clubPrice({ priceCents: 5, offerCents: null }, 30)).toBe(4);
    expect(clubPrice({ priceCents: 1_999, offerCents: 1_499 }, 25)).toBe(1_124);
    expect(clubPrice({ priceCents: 1_999, offerCents: null }, 0)).toBe(1_999);
    expect(clubPrice({ priceCents: 1_999, offerCents: null }, 100)).toBe(0);
  });
});

describe('money', () => {
  it('is written in the way of the language', () => {
    expect(formatCents(123_456, 'es')).toBe('1234,56\u00a0€');
    expect(formatCents(123_456, 'en')).toBe('€1,234.56');
  });
  it('comes out of the database without losing a cent', () => {
    for (let cents = 1; cents <= 9_900; cents += 1) expect(toCents((cents / 100).toFixed(2))).toBe(cents);
  });
});
