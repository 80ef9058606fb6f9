import { expect, test } from 'vitest';
import { listSales } from '@/lib/api/operations/money';
import { newCoupon } from '@/lib/api/schemas';

const coupon = { product_id: '00000000-0000-4000-8000-000000000001', code: 'VERANO', percent: 5 };

test.each([
  ['amount_cents', 2_147_483_648],
  ['minimum_cents', 2_147_483_648],
  ['from', '0000-01-01'],
  ['to', '0000-12-31'],
])('a coupon whose %s is %j is beyond what the database can keep', (field, value) => {
  expect(newCoupon.safeParse(coupon).success).toBe(true);
  const { error } = newCoupon.safeParse({ ...coupon, [field]: value });
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
});

test.each(['from', 'to'])('sales are not listed with a year 0 in %s', (field) => {
  expect(listSales.query?.safeParse({ [field]: '2026-01-01' }).success).toBe(true);
  expect(listSales.query?.safeParse({ [field]: '0000-01-01' }).success).toBe(false);
});
