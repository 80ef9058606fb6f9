import { expect, test } from 'vitest';
import { fromPayPalValue, toPayPalValue } from '@/lib/payments/paypal/money';

test.each([0, 1, 9, 10, 99, 100, 115, 1999, 99_999_999])('%d cents round-trip through PayPal’s format', (cents) => {
  expect(fromPayPalValue(toPayPalValue(cents))).toBe(cents);
});

test.each(['', '12', '12.3', '12.345', '12,30', '1,200.00', '-1.00', ' 1.00', '1.00 ', '1e3', 'NaN', '9999999999.00'])(
  'the amount «%s» is refused',
  (value) => {
    expect(fromPayPalValue(value)).toBeNull();
  },
);
