/** Cents as PayPal writes an amount: `1234` is `12.34`. */
export const toPayPalValue = (cents: number): string => (cents / 100).toFixed(2);

/** What PayPal writes in cents, or null for what is no amount with two decimals: never rounded, never guessed. */
export function fromPayPalValue(value: string): number | null {
  const match = /^(\d{1,9})\.(\d{2})$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2]) : null;
}
