import 'server-only';
import Stripe from 'stripe';
import type { RefundFact } from '../types';
import { stripe } from './client';
import { idOf } from './id-of';
import { refundFact } from './reversal-facts';
import { findSession } from './sessions';

/**
 * Refunds a card payment. Idempotent per order.
 *
 * @returns Stripe's refund, or its reason for a refusal
 * @throws if Stripe does not answer: the outcome is unknown
 */
export async function refundCardPayment(
  reference: string,
  order: { id: string; cents: number },
): Promise<RefundFact | { refused: string }> {
  const session = await findSession(reference);
  const intent = session?.payment_intent;
  if (!intent) return { refused: 'no_payment_intent' };
  try {
    return refundFact(
      await stripe().refunds.create(
        {
          payment_intent: idOf(intent),
          amount: order.cents,
          metadata: { reembolso_id: order.id },
        },
        { idempotencyKey: `reembolso:${order.id}` },
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.code ?? error.message };
    throw error;
  }
}
