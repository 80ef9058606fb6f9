import { expect, test } from 'vitest';
import { parseBasket } from '@/lib/checkout';
import { couponInput, purchaseInput } from '@/lib/checkout/schema';
import { couponFields } from '@/lib/vouchers/admin-coupons';
import { cleanCode } from '@/lib/vouchers/clean-code';
import { codeInput } from '@/lib/vouchers/codes/schema';

const unseen = ' \u200BVERANO–\u2060 20 26\u00AD ';

test.each([
  ['zero-width characters', 'AB\u200B\u200C\u200D\u2060\uFEFFCD', 'ABCD'],
  ['spaces', '\tA B\u00A0C\u2009D\u3000\n', 'ABCD'],
  ['dashes', 'A–B—C‐D‑E−F-G', 'A-B-C-D-E-F-G'],
  ['combining characters', 'CAFE\u0301', 'CAFÉ'],
  ['wide letters', 'ＡＢＣ', 'ABC'],
])('a code is stripped of %s', (_what, typed, code) => expect(cleanCode(typed)).toBe(code));

test('every input of a coupon or a code is normalised identically', () => {
  const code = 'VERANO-2026';
  expect(parseBasket({ producto: 'mapa', cupon: unseen })?.coupon).toBe(code);
  expect(purchaseInput.parse({ producto: 'mapa', cupon: unseen }).cupon).toBe(code);
  expect(couponInput.parse({ producto: 'mapa', codigo: unseen }).codigo).toBe(code);
  expect(couponFields.code.schema.parse(unseen)).toBe(code);
  expect(codeInput.parse(unseen)).toBe(code);
  expect(couponInput.safeParse({ producto: 'mapa', codigo: ' \u200B ' }).error?.issues[0]?.message).toBe('empty');
  expect(codeInput.safeParse('\u200B').error?.issues[0]?.message).toBe('vacio');
});
