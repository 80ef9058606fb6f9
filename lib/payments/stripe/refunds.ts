import 'server-only';
import Stripe from 'stripe';
import type { RefundOutcome } from '../refunds';
import { stripe } from './client';
import { findSession } from './sessions';

const refunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';

/**
 * Gives the money of a card payment back. Safe to repeat with the same key.
 *
 * @throws when Stripe does not answer: whether the money went back is not known, so the same call is made again later
 */
export async function refundCardPayment(reference: string, key: string): Promise<RefundOutcome> {
  const session = await findSession(reference);
  const intent = session?.payment_intent;
  if (!intent) return { status: 'refused', reason: 'no_payment_intent' };
  try {
    const refund = await stripe().refunds.create(
      { payment_intent: typeof intent === 'string' ? intent : intent.id },
      { idempotencyKey: key },
    );
    if (refund.status === 'failed' || refund.status === 'canceled') {
      return { status: 'refused', reason: refund.failure_reason ?? refund.status };
    }
    return { status: refund.status === 'succeeded' ? 'done' : 'pending' };
  } catch (error) {
    if (refunded(error)) return { status: 'done' };
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      return { status: 'refused', reason: error.code ?? error.message };
    }
    throw error;
  }
}
