import 'server-only';
import { holdPayment } from './hold';
import { lookUpPayPal } from './paypal/look-up';
import { isOnItsWay, sessionEvent } from './stripe/session-event';
import { findSession } from './stripe/sessions';
import type { PaymentEvent, Provider } from './types';

/**
 * What a provider answers when it is asked about a payment: its final word, or where it stands. `review`: the amount
 * is not ours, so nothing is charged and an admin looks at it.
 */
export type LookUp = PaymentEvent | 'unpaid' | 'processing' | 'unknown' | 'review';

async function lookUpCard(reference: string): Promise<LookUp> {
  const session = await findSession(reference);
  if (!session) return 'unknown';
  if (isOnItsWay(session)) await holdPayment('stripe', reference);
  return sessionEvent(session) ?? (session.status === 'open' ? 'unpaid' : 'processing');
}

/**
 * Asks a provider what has become of a payment. Payments in coins and free claims are settled in one transaction, so
 * there is nobody to ask about them.
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
