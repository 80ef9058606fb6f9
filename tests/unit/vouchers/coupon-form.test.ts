import { describe, expect, it } from 'vitest';
import { type CouponForm, couponFields, couponInput, couponRow } from '@/lib/vouchers/admin-coupons';
import { couponIn } from '@/lib/vouchers/coupon-code';

const typed: CouponForm = {
  code: 'VERANO',
  scope: 'tienda',
  product: '',
  creator: '',
  category: '',
  percent: '10',
  amount: '',
  least: '',
  starts: '',
  expires: '',
  maxUses: '',
  maxPerPerson: '',
  firstPurchase: false,
};

/** The refused fields with their messages. */
function problems(change: Partial<CouponForm>): Record<string, string> {
  const { error } = couponInput.safeParse({ ...typed, ...change });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('the form of a coupon', () => {
  it('has no limits without input', () => {
    expect(couponInput.parse(typed)).toEqual({
      code: 'VERANO',
      scope: 'tienda',
      product: null,
      creator: null,
      category: null,
      percent: 10,
      amount: null,
      least: null,
      starts: null,
      expires: null,
      maxUses: null,
      maxPerPerson: null,
      firstPurchase: false,
    });
  });

  it('reads its input without surrounding spaces, and a user name without its sign', () => {
    const all: CouponForm = {
      code: ' verano–26 ',
      scope: 'categoria',
      product: ' fragua-arcana ',
      creator: ' @Ana_1 ',
      category: ' plugin ',
      percent: ' ',
      amount: ' 2,50 ',
      least: ' 10.5 ',
      starts: ' 2026-11-01 ',
      expires: '2026-12-31',
      maxUses: ' 100 ',
      maxPerPerson: '1',
      firstPurchase: true,
    };
    expect(couponInput.parse(all)).toEqual({
      code: 'verano-26',
      scope: 'categoria',
      product: 'fragua-arcana',
      creator: 'Ana_1',
      category: 'plugin',
      percent: null,
      amount: 2.5,
      least: 10.5,
      starts: '2026-11-01',
      expires: '2026-12-31',
      maxUses: 100,
      maxPerPerson: 1,
      firstPurchase: true,
    });
  });

  it.each([
    ['producto', 'product', 'mapa'],
    ['creador', 'creator', 'ana'],
    ['categoria', 'category', 'dlc'],
  ] as const)('for one %s requires its %s only', (scope, field, value) => {
    expect(problems({ scope })).toEqual({ [field]: field });
    expect(problems({ scope, [field]: value })).toEqual({});
    expect(problems({ [field]: '' })).toEqual({});
  });

  it('requires either a percentage or an amount', () => {
    const wrong = { percent: 'percent', amount: 'euros' };
    expect(problems({ percent: '' })).toEqual(wrong);
    expect(problems({ amount: '2' })).toEqual(wrong);
    expect(problems({ percent: '', amount: '2' })).toEqual({});
  });

  it.each<[keyof CouponForm, string, string[], string[]]>([
    ['code', 'code', ['ABC', 'A'.repeat(40)], ['', 'AB', 'A'.repeat(41)]],
    ['product', 'product', ['mapa', 'mapa-2'], ['Mapa', 'a--b', '/']],
    ['creator', 'creator', ['ana', 'A_1', 'a'.repeat(20)], ['an', 'a'.repeat(21), 'ana maría', 'ana*']],
    ['category', 'category', ['plugin', 'evento'], ['plugins', 'x']],
    ['percent', 'percent', ['1', '100'], ['0', '101', '1.5', '-1', 'x']],
    ['amount', 'euros', [], ['0', '0,00', '-1', '1,234', 'x']],
    ['least', 'euros', ['0,01', '999999'], ['0', '-1', '1,234', 'x']],
    ['starts', 'date', ['2026-02-28'], ['2026-02-30', '28/02/2026', 'x']],
    ['expires', 'date', ['2026-02-28'], ['2026-02-30', 'x']],
    ['maxUses', 'count', ['1', '1000000'], ['0', '1000001', '1.5', '-1', 'x']],
    ['maxPerPerson', 'count', ['1', '1000000'], ['0', '1000001', '1.5', 'x']],
  ])('accepts valid values of %s, and reports %s for others', (field, message, good, bad) => {
    for (const value of good) expect(problems({ [field]: value }), value).toEqual({});
    for (const value of bad) expect(problems({ [field]: value })[field], value).toBe(message);
  });

  it('has a database column for every field', () => {
    expect(Object.keys(couponFields).sort()).toEqual(Object.keys(typed).sort());
    expect(new Set(Object.values(couponFields).map(({ column }) => column)).size).toBe(Object.keys(typed).length);
  });
});

describe('the code of a coupon', () => {
  it.each([
    ['VERANO', 'VERANO'],
    [' ve rano–26\u200b', 'verano-26'],
    ['abc', 'abc'],
    ['a'.repeat(40), 'a'.repeat(40)],
  ])('is parsed from «%s» as %s', (text, code) => expect(couponIn(text)).toBe(code));
  it.each([[''], ['ab'], ['a b'], ['a'.repeat(41)], [undefined], [null], [12345], [['VERANO']]])(
    'is invalid: %o',
    (text) => expect(couponIn(text)).toBeNull(),
  );
});

it('a row of a coupon keeps each of its limits', () => {
  const row = {
    id: 'c-1',
    codigo: 'VERANO',
    ambito: 'producto',
    slug: 'mapa',
    producto: 'Mapa',
    producto_en: 'Map',
    creador: 'ana',
    categoria: 'dlc',
    percent_discount: 10,
    descuento_centimos: 250,
    minimo_centimos: 1_000,
    desde_at: '2026-11-01T00:00:00Z',
    caduca_at: '2026-12-31T22:59:59Z',
    parado_at: null,
    usos_max: 100,
    usos_por_usuario: 1,
    primera_compra: true,
    usos: 7,
    es_de_creador: false,
  };
  expect(couponRow.parse(row)).toEqual({
    id: 'c-1',
    code: 'VERANO',
    scope: 'producto',
    product: 'mapa',
    productName: 'Mapa',
    productNameEn: 'Map',
    creator: 'ana',
    category: 'dlc',
    percent: 10,
    amountCents: 250,
    leastCents: 1_000,
    startsAt: '2026-11-01T00:00:00Z',
    expiresAt: '2026-12-31T22:59:59Z',
    isStopped: false,
    maxUses: 100,
    maxPerPerson: 1,
    isFirstPurchase: true,
    uses: 7,
    isCreators: false,
  });
});
