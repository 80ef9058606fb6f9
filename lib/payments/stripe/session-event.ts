import type Stripe from 'stripe';
import type { PaymentEvent } from '../types';

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  'id' | 'mode' | 'status' | 'payment_status' | 'amount_total' | 'currency' | 'metadata'
> & { payment_intent?: Stripe.Checkout.Session['payment_intent'] };

/**
 * Whether the money of a slow method will no longer arrive. Only a payment intent read together with its session shows
 * it.
 */
function hasFailed({ status, payment_status, payment_intent: intent }: SessionFacts): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid' || !intent || typeof intent === 'string') return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
}

/** Whether the buyer has finished, and the money comes later: a bank debit, a voucher. */
export const isOnItsWay = (session: SessionFacts): boolean =>
  session.mode === 'payment' &&
  session.status === 'complete' &&
  session.payment_status === 'unpaid' &&
  !hasFailed(session);

/**
 * What a Checkout Session says about its payment; null while it is not final (the buyer has not paid, or the bank has
 * not answered) and if it is not a purchase here.
 *
 * @param confirmedAt when Stripe said so, if known
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
