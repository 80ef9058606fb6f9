const SYMBOLS: Record<string, string> = { eur: '€', usd: '$', gbp: '£' };

/** Smallest charge in the currency's minor unit. The account refuses other currencies. */
export const MINIMUM_CHARGE: Record<string, number> = { eur: 50, usd: 50, gbp: 30 };
export const MAXIMUM_CHARGE = 99_999_999;

/** `50, 'eur'` → `€0.50`, the format of both providers' messages. */
export function providerAmount(cents: number, currency: string): string {
  const units = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${SYMBOLS[currency.toLowerCase()] ?? ''}${units}`;
}

/** `1234` → `12.34` */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `"12.3"` → `1230`. The text must be a decimal with at most two places. */
export function toCents(decimal: string): number {
  const [units = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const cents = Number(units) * 100 + Number(fraction.padEnd(2, '0'));
  return decimal.startsWith('-') ? -cents : cents;
}
