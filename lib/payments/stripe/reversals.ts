import 'server-only';
import type Stripe from 'stripe';
import type { ReversalEvent } from '../types';
import { stripe } from './client';
import { idOf } from './id-of';
import { disputeFact, refundFact } from './reversal-facts';
import { findSession, findSessionOfIntent } from './sessions';

const most = { limit: 10_000 };

async function readReversals(session: Stripe.Checkout.Session | null): Promise<ReversalEvent | null> {
  const intent = session?.payment_intent;
  const paymentId = session?.metadata?.pago_id;
  if (!session || !intent || !paymentId) return null;
  const filter = { payment_intent: idOf(intent), limit: 100 };
  const refunds = await stripe().refunds.list(filter).autoPagingToArray(most);
  const disputes = await stripe().disputes.list(filter).autoPagingToArray(most);
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

/** All refunds and disputes of a card payment in their current state; null if nothing was charged. */
export const findCardReversals = async (reference: string): Promise<ReversalEvent | null> =>
  readReversals(await findSession(reference));

/** The same by payment intent; null for a charge that is not a purchase of the shop. */
export const findReversalsOfIntent = async (
  intent: string | Stripe.PaymentIntent | null,
): Promise<ReversalEvent | null> => readReversals(await findSessionOfIntent(intent));
