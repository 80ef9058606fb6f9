import { sha256 } from '@/lib/core/security/sha256';

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

/**
 * The idempotency key of a call: its purpose and a hash of its parameters in any order. Different parameters need
 * different keys, because providers refuse a known key with other parameters (docs/payments.md, "Idempotency").
 *
 * @param purpose the subject of the call, such as `pago:` with the payment's id; at most 75 characters for PayPal
 */
export const requestKey = (purpose: string, parameters: unknown): string =>
  `${purpose}:${sha256(JSON.stringify(canonical(parameters)) ?? '').slice(0, 32)}`;
