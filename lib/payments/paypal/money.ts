import { z } from 'zod';

/** An amount as PayPal writes it. `fromPayPalValue` parses the notation of its value. */
export const payPalMoney = z.object({ currency_code: z.string(), value: z.string() });

/** Cents in PayPal's notation: `1234` is `12.34`. */
export const toPayPalValue = (cents: number): string => (cents / 100).toFixed(2);

/**
 * PayPal's notation in cents; null for anything but an amount with two decimals, so that nothing is rounded or guessed.
 */
export function fromPayPalValue(value: string): number | null {
  const match = /^(\d{1,9})\.(\d{2})$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2]) : null;
}
