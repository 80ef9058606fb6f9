import type Stripe from 'stripe';
import type { PaymentEvent } from '../types';

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'id' | 'mode' | 'status' | 'payment_status' | 'amount_total' | 'currency' | 'metadata'
> & { payment_intent?: Stripe.Checkout.Session['payment_intent'] };

/** True if a slow payment has failed for good. Only a session read with its payment intent shows it. */
function hasFailed({ status, payment_status, payment_intent: intent }: SessionFacts): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid' || !intent || typeof intent === 'string') return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
}

/** True if the buyer has completed the page and the money comes later: bank debit, voucher. */
export const isOnItsWay = (session: SessionFacts): boolean =>
  session.mode === 'payment' &&
  session.status === 'complete' &&
  session.payment_status === 'unpaid' &&
  !hasFailed(session);

/**
 * Converts a Checkout Session; null while it is not final (not paid, or the bank has not answered) and if it is not a
 * purchase of the shop.
 *
 * @param confirmedAt the time of Stripe's confirmation, if known
 */
export function sessionEvent(session: SessionFacts, confirmedAt?: Date): PaymentEvent | null {
  const paymentId = session.metadata?.pago_id;
  if (session.mode !== 'payment' || !paymentId) return null;
  const payment = { provider: 'stripe' as const, reference: session.id, paymentId };
  if (session.status === 'complete' && session.payment_status === 'paid') {
    return {
      ...payment,
      kind: 'paid',
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? '',
      ...(confirmedAt ? { confirmedAt } : {}),
    };
  }
  if (hasFailed(session)) return { ...payment, kind: 'closed', state: 'fallido' };
  return session.status === 'expired' ? { ...payment, kind: 'closed', state: 'caducado' } : null;
}
