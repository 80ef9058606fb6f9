import 'server-only';
import { holdPayment } from './hold';
import { lookUpPayPal } from './paypal/look-up';
import { isOnItsWay, sessionEvent } from './stripe/session-event';
import { findSession } from './stripe/sessions';
import type { PaymentEvent, Provider } from './types';

/**
 * What a provider says about a payment: its final result, or its current state. `review`: the amount differs from ours,
 * so nothing is charged and an admin must check it.
 */
export type LookUp = PaymentEvent | 'unpaid' | 'processing' | 'unknown' | 'review';

async function lookUpCard(reference: string): Promise<LookUp> {
  const session = await findSession(reference);
  if (!session) return 'unknown';
  if (isOnItsWay(session)) await holdPayment('stripe', reference);
  return sessionEvent(session) ?? (session.status === 'open' ? 'unpaid' : 'processing');
}

/**
 * Asks a provider about a payment. Payments in coins and free claims have no provider and are settled in one
 * transaction.
 *
 * @throws when the provider does not answer: that is an unknown, not a failure (docs/payments.md, "Idempotency")
 */
export async function lookUpPayment(provider: Provider, reference: string): Promise<LookUp> {
  switch (provider) {
    case 'stripe':
      return lookUpCard(reference);
    case 'paypal':
      return lookUpPayPal(reference);
    default:
      return 'unknown';
  }
}
