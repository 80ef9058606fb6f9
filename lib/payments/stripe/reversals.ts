import 'server-only';
import type Stripe from 'stripe';
import type { ReversalEvent } from '../types';
import { stripe } from './client';
import { disputeFact, refundFact } from './reversal-facts';
import { findSession, findSessionOfIntent } from './sessions';

const most = { limit: 10_000 };

async function readReversals(session: Stripe.Checkout.Session | null): Promise<ReversalEvent | null> {
  const intent = session?.payment_intent;
  const paymentId = session?.metadata?.pago_id;
  if (!session || !intent || !paymentId) return null;
  const of = { payment_intent: typeof intent === 'string' ? intent : intent.id, limit: 100 };
  const refunds = await stripe().refunds.list(of).autoPagingToArray(most);
  const disputes = await stripe().disputes.list(of).autoPagingToArray(most);
  const refunded = refunds.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
  const left = (session.amount_total ?? 0) - refunded;
  return {
    kind: 'reversals',
    provider: 'stripe',
    reference: session.id,
    paymentId,
    refunds: refunds.map(refundFact),
    disputes: disputes.map((dispute) => disputeFact(dispute, left)),
  };
}

/** Every refund and dispute of a card payment in its current state; null if nothing was charged for it. */
export const findCardReversals = async (reference: string): Promise<ReversalEvent | null> =>
  readReversals(await findSession(reference));

/** The same by the charge's payment intent; null for a charge that is not from a purchase here. */
export const findReversalsOfIntent = async (
  intent: string | Stripe.PaymentIntent | null,
): Promise<ReversalEvent | null> => readReversals(await findSessionOfIntent(intent));
