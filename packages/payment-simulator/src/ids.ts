import { randomBytes, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE36 = '0123456789ABCDEFGHJKLMNPRSTUVWXY';

function pick(alphabet: string, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** Lengths after the prefix, as in Stripe's test-mode ids. */
const STRIPE_LENGTHS = {
  cs_test: 58,
  pi: 24,
  ch: 24,
  py: 24,
  re: 24,
  txn: 24,
  du: 24,
  evt: 24,
  sub: 24,
  sub_sched: 24,
  in: 24,
  inpay: 24,
  price: 24,
  il: 24,
  li: 24,
  cus: 14,
  prod: 14,
  si: 14,
  pm: 24,
  bps: 24,
  bpc: 24,
  req: 14,
  file: 24,
} as const;

type StripePrefix = keyof typeof STRIPE_LENGTHS;

export function stripeId(prefix: StripePrefix): string {
  return `${prefix}_${pick(BASE62, STRIPE_LENGTHS[prefix])}`;
}

/** A PayPal id: 17 capitals and digits for orders, captures, refunds; 13 for payouts. */
export function paypalId(length: 13 | 17 = 17): string {
  return `${randomInt(1, 10)}${pick(BASE36, length - 1)}`;
}

/** The id of a PayPal payer or merchant: 13 characters without ambiguous ones. */
export const paypalAccountId = (): string => pick('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 13);

/** The merchant of every simulated payment. */
export const MERCHANT = { email: 'merchant@example.com', id: 'SHMERCHANT234' } as const;

/** PayPal's support id of a response. */
export const debugId = (): string => hexId(7).slice(0, 13);

export function hexId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
