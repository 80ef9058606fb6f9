import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, readEuros, toCents, typedEuros, writeEuros } from '@/lib/core/money';
import {
  bundlePrice,
  clubBeside,
  clubPrice,
  discountPercent,
  displayPrice,
  type Price,
  personalPrice,
  upgradePrice,
} from '@/lib/pricing';
import { clubPrices } from '@/lib/pricing/club-plans';
import { earningsOf, shopCouponSale } from '@/lib/pricing/earnings';

const price = fc
  .integer({ min: 0, max: 999_999 })
  .chain((priceCents) =>
    fc.record({ priceCents: fc.constant(priceCents), offerCents: fc.option(fc.integer({ min: 0, max: priceCents })) }),
  );

describe('the displayed price', () => {
  it('is the offer only if it is lower', () => {
    expect(displayPrice({ priceCents: 1_000, offerCents: 800 })).toBe(800);
    expect(displayPrice({ priceCents: 1_000, offerCents: 1_000 })).toBe(1_000);
    expect(displayPrice({ priceCents: 1_000, offerCents: null })).toBe(1_000);
  });
  it('is never above the price or below zero', () => {
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
  it('for the Club is rounded half up', () => {
    expect(clubPrice({ priceCents: 1_999, offerCents: 1_499 }, 30)).toBe(1_049);
    expect(clubPrice({ priceCents: 5, offerCents: null }, 30)).toBe(4);
    expect(clubPrice({ priceCents: 1_999, offerCents: 1_499 }, 25)).toBe(1_124);
    expect(clubPrice({ priceCents: 1_999, offerCents: null }, 0)).toBe(1_999);
    expect(clubPrice({ priceCents: 1_999, offerCents: null }, 100)).toBe(0);
  });
});

describe('the discount of an offer', () => {
  it.each([
    [1_499, 999, 33],
    [1_000, 995, 1],
    [1_000, 999, 1],
    [20_000, 50, 99],
    [1_000, 0, 100],
    [1_000, 1_000, 0],
    [1_000, 1_200, 0],
    [1_000, null, 0],
    [0, 0, 0],
  ])('of %i to %s cents is %i %%', (priceCents, offerCents, percent) => {
    expect(discountPercent({ priceCents, offerCents })).toBe(percent);
  });
});

describe('a person’s price', () => {
  const sale = { priceCents: 1_499, offerCents: 999 };
  const open = { clubPercent: 30, clubOnly: false, isEdition: false };
  const exclusive = { ...open, clubOnly: true };
  it.each([
    ['a visitor', sale, open, false, { kind: 'amount', cents: 999, beforeCents: 1_499, percent: 33 }],
    ['a member', sale, open, true, { kind: 'amount', cents: 699, beforeCents: 1_499, percent: 53 }],
    [
      'a visitor without an offer',
      { priceCents: 1_000, offerCents: null },
      open,
      false,
      { kind: 'amount', cents: 1_000, beforeCents: null, percent: 0 },
    ],
    [
      'a visitor, against the lowest price of 30 days',
      { ...sale, lowestCents: 1_249 },
      open,
      false,
      { kind: 'amount', cents: 999, beforeCents: 1_249, percent: 20 },
    ],
    [
      'a visitor, if the offer is not below the lowest price of 30 days',
      { ...sale, lowestCents: 999 },
      open,
      false,
      { kind: 'amount', cents: 999, beforeCents: null, percent: 0 },
    ],
    ['a visitor of a product of the Club', sale, exclusive, false, { kind: 'join' }],
    ['a member of a product lent by the Club', sale, exclusive, true, { kind: 'included', cents: 699 }],
    [
      'a member of an edition of a product of the Club',
      sale,
      { ...exclusive, isEdition: true },
      true,
      { kind: 'amount', cents: 699, beforeCents: 1_499, percent: 53 },
    ],
    ['anybody of a free product', { priceCents: 0, offerCents: null }, open, false, { kind: 'free' }],
    ['a member of a free product of the Club', { priceCents: 0, offerCents: null }, exclusive, true, { kind: 'free' }],
    ['a member with a discount of 100 %', sale, { ...open, clubPercent: 100 }, true, { kind: 'free' }],
  ] as const)('is correct for %s', (_who, asked, terms, isMember, shown) =>
    expect(personalPrice(asked, terms, isMember)).toEqual(shown),
  );
  it('is never above the struck price, and never one for other people only', () => {
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 0, max: 100 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (any, clubPercent, clubOnly, isEdition, isMember) => {
          const shown = personalPrice(any, { clubPercent, clubOnly, isEdition }, isMember);
          const cents = isMember ? clubPrice(any, clubPercent) : displayPrice(any);
          if (clubOnly && !isMember) expect(shown).toEqual({ kind: 'join' });
          else if (cents === 0) expect(shown).toEqual({ kind: 'free' });
          else expect(shown).toMatchObject({ cents });
          if (shown.kind === 'amount' && shown.beforeCents !== null) expect(cents).toBeLessThan(shown.beforeCents);
        },
      ),
    );
  });
});

describe('money', () => {
  it('is formatted for the language', () => {
    expect(formatCents(123_456, 'es')).toBe('1234,56\u00a0€');
    expect(formatCents(123_456, 'en')).toBe('€1,234.56');
  });
  it('is read from the database to the cent', () => {
    for (let cents = 1; cents <= 9_900; cents += 1) expect(toCents((cents / 100).toFixed(2))).toBe(cents);
  });
});

describe('the price of a bundle', () => {
  const parts = [
    { priceCents: 1_000, offerCents: 801 },
    { priceCents: 505, offerCents: null },
  ];
  it.each([
    ['its own price', { priceCents: 1_200, offerCents: null }, 0, { apartCents: 1_306, cents: 1_200 }],
    ['its offer', { priceCents: 1_300, offerCents: 1_100 }, 0, { apartCents: 1_306, cents: 1_100 }],
    [
      'no more than the current prices of its parts',
      { priceCents: 1_400, offerCents: null },
      0,
      { apartCents: 1_306, cents: 1_306 },
    ],
    ['the Club price of a member', { priceCents: 1_200, offerCents: null }, 30, { apartCents: 1_306, cents: 840 }],
    // The parts round to 561 and 354 cents, their sum to 914.
    ['the Club price of its parts', { priceCents: 1_400, offerCents: null }, 30, { apartCents: 1_306, cents: 914 }],
  ])('is %s', (_what, bundle, percent, expected) => {
    expect(bundlePrice(bundle, parts, percent)).toMatchObject(expected);
  });
  it('saves from what its parts cost the same person', () => {
    expect(bundlePrice({ priceCents: 1_200, offerCents: null }, parts, 0).savedCents).toBe(106);
    expect(bundlePrice({ priceCents: 1_200, offerCents: null }, parts, 30).savedCents).toBe(75);
    expect(bundlePrice({ priceCents: 1_400, offerCents: null }, parts, 30).savedCents).toBe(0);
  });
  it('is never above the sum of its parts, each rounded separately', () => {
    const cents = [1, 1, 1].map((priceCents) => ({ priceCents, offerCents: null }));
    // Half a cent is rounded up: 3 cents at 50 % are 2, and three times 1 cent are 3.
    expect(bundlePrice({ priceCents: 9, offerCents: null }, cents, 50)).toMatchObject({ apartCents: 3, cents: 2 });
    const more = [1, 1, 1, 1].map((priceCents) => ({ priceCents, offerCents: null }));
    // 1 cent at 60 % is nothing (0.4), and 4 cents are 2 (1.6): the parts are cheaper.
    expect(bundlePrice({ priceCents: 9, offerCents: null }, more, 60)).toMatchObject({ apartCents: 4, cents: 0 });
  });
});

describe('typed euros', () => {
  it.each(['0', '9', '9,9', '9.99', '123456', '123456,78'])('accepts %s', (typed) => {
    expect(typedEuros.test(typed)).toBe(true);
    expect(readEuros(typed)).toBe(Number(typed.replace(',', '.')));
  });
  it.each(['', '-1', '+1', '1 000', '1.000,00', '1234567', '9,', ',9', '9,999', '9€', 'x9', '9x'])(
    'refuses «%s»',
    (typed) => {
      expect(typedEuros.test(typed)).toBe(false);
      expect(readEuros(typed)).toBeNaN();
    },
  );
  it.each([
    [9.99, 'es', '9,99'],
    ['9.9', 'es', '9,90'],
    ['9.90', 'en', '9.90'],
    [9, 'es', '9'],
    ['9.00', 'en', '9'],
  ])('formats %s in %s as %s', (euros, locale, text) => {
    expect(writeEuros(euros, locale)).toBe(text);
  });
});

describe('the price of an upgrade', () => {
  const plain = (priceCents: number, offerCents: number | null = null) => ({ priceCents, offerCents });
  it.each([
    ['of the edition without an owned one', plain(2_000), [], 0, { cents: 2_000, creditCents: 0 }],
    [
      'minus the dearest owned edition',
      plain(2_000),
      [plain(500), plain(1_200)],
      0,
      { cents: 800, creditCents: 1_200 },
    ],
    [
      'minus the current price of the owned edition',
      plain(2_000),
      [plain(1_200, 900)],
      0,
      { cents: 1_100, creditCents: 900 },
    ],
    ['with its offer', plain(2_000, 1_500), [plain(1_200)], 0, { cents: 300, creditCents: 1_200 }],
    ['never below zero', plain(2_000, 1_000), [plain(1_200)], 0, { cents: 0, creditCents: 1_000 }],
    [
      'without a deduction for equally dear ones',
      plain(2_000),
      [plain(2_000), plain(3_000, 100)],
      0,
      { cents: 2_000, creditCents: 0 },
    ],
    ['of a member, discounted after the deduction', plain(2_000), [plain(999)], 30, { cents: 701, creditCents: 999 }],
  ] as const)('is the price %s', (_what, wanted, owned, percent, expected) => {
    expect(upgradePrice(wanted, owned, percent)).toMatchObject(expected);
  });
  it('is so much less than the price that the same person sees', () => {
    const [wanted, owned] = [1995, 849].map((priceCents) => ({ priceCents, offerCents: null }));
    expect(upgradePrice(wanted as Price, [owned as Price], 0).savedCents).toBe(849);
    // 13.97 € for members, and 8.02 € with the owned one.
    expect(upgradePrice(wanted as Price, [owned as Price], 30).savedCents).toBe(595);
  });
});

describe('the Club prices', () => {
  const offer = { percent: 25, joinCents: 390 };
  it('beside a product contain the discount, and the monthly price if only members can buy', () => {
    expect(clubBeside(offer, false)).toEqual({ clubPercent: 25 });
    expect(clubBeside(offer, true)).toEqual({ clubPercent: 25, joinCents: 390 });
  });
  it.each([
    [390, 15, { yearly: 3_978, yearlyPerMonth: 332 }],
    [390, 0, { yearly: 4_680, yearlyPerMonth: 390 }],
    // 59.88 less 12.5 cents: rounded half up, as the database does.
    [499, 99, { yearly: 60, yearlyPerMonth: 5 }],
    [25, 50, { yearly: 150, yearlyPerMonth: 13 }],
    [1, 100, { yearly: 0, yearlyPerMonth: 0 }],
  ])('for %i cents a month and %i %% off a year are %o', (monthly, yearlyPercent, year) => {
    expect(clubPrices(monthly, yearlyPercent)).toEqual({ monthly, yearlyPercent, ...year });
  });
});

describe('the earnings of a creator', () => {
  const rates = { club: 30, share: 80, paypal: 5 };
  it('are the share of the paid amount by kind of sale, and an own coupon reduces only the share', () => {
    expect(earningsOf({ priceCents: 1_499, offerCents: 999 }, rates)).toEqual([
      { way: 'card', paidCents: 999, shareCents: 799 },
      { way: 'club', paidCents: 699, shareCents: 559 },
      { way: 'paypal', paidCents: 1_049, shareCents: 839 },
      { way: 'coupon', paidCents: 899, shareCents: 699 },
    ]);
  });
  it('contain only existing kinds of sale', () => {
    const ways = (rates: Parameters<typeof earningsOf>[1]) =>
      earningsOf({ priceCents: 1_000, offerCents: null }, rates).map(({ way }) => way);
    expect(ways({ ...rates, club: 0 })).toEqual(['card', 'paypal', 'coupon']);
    expect(ways({ ...rates, paypal: 0 })).toEqual(['card', 'club', 'coupon']);
    expect(earningsOf({ priceCents: 0, offerCents: null }, rates)).toEqual([]);
  });
  it('are never negative, and a coupon takes at most the share', () => {
    expect(earningsOf({ priceCents: 1_000, offerCents: null }, { ...rates, share: 5 }).at(-1)).toEqual({
      way: 'coupon',
      paidCents: 950,
      shareCents: 0,
    });
  });
});

describe('a sale with a coupon of the shop', () => {
  const off = (percent: number | null, cents: number | null = null) => ({ percent, cents });
  it.each([
    ['a tenth off', 999, off(10), { paidCents: 899, shareCents: 719, shopCents: 180 }],
    ['an amount off', 999, off(null, 200), { paidCents: 799, shareCents: 639, shopCents: 160 }],
    ['nothing off', 999, off(null, 0), { paidCents: 999, shareCents: 799, shopCents: 200 }],
    ['more off than leaves the smallest charge', 999, off(99), { paidCents: 50, shareCents: 40, shopCents: 10 }],
    ['an amount above the price', 999, off(null, 5_000), { paidCents: 50, shareCents: 40, shopCents: 10 }],
    ['all of it off', 999, off(100), { paidCents: 0, shareCents: 0, shopCents: 0 }],
    ['a price below the smallest charge', 30, off(50), { paidCents: 30, shareCents: 24, shopCents: 6 }],
  ])('is shared with %s', (_what, price, coupon, expected) => {
    expect(shopCouponSale(price, coupon, 80)).toEqual(expected);
  });
});
