import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { followDelivery } from '@/lib/payments/follow-event';
import type { Payment } from '@/lib/payments/types';
import { createPayment } from './create-payment';
import type { Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import { resolveBasket } from './server';
import { toBasket } from './start-payment';

async function payWithin(input: PurchaseInput, method: 'gratis' | 'uncoins'): Promise<Result<Payment, Refusal>> {
  const resolved = await resolveBasket(toBasket(input));
  if (!resolved.ok) return resolved;
  const created = await createPayment(resolved.value, input, method);
  if (!created.ok) return created;
  await followDelivery(created.value);
  return created.value.state === 'entregado' ? succeed(created.value) : fail('registro_fallido');
}

/** Claims a free basket. */
export const claimFree = (input: PurchaseInput) => payWithin(input, 'gratis');

/**
 * Pays in coins. Debit and delivery are one transaction.
 *
 * @returns the delivered payment; `saldo_insuficiente` with `necesitas` and `tienes` in coins
 */
export const payInCoins = (input: PurchaseInput) => payWithin(input, 'uncoins');
