import type Stripe from 'stripe';
import type { ReversalEvent } from '../../types';
import { findReversalsOfIntent } from '../reversals';

/** The events about refunds and disputes, of purchases and of charges of the Club. */
const reversalTypes = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[];

type ReversalNews = Extract<Stripe.Event, { type: (typeof reversalTypes)[number] }>;

/** Whether an event is about a refund or a dispute. */
export const isReversal = (event: Stripe.Event): event is ReversalNews =>
  reversalTypes.some((type) => type === event.type);

/** The payment intent whose money moved, for events about refunds and disputes; null for all others. */
export function movedIntentOf(event: Stripe.Event): string | null {
  if (!isReversal(event)) return null;
  const { payment_intent: intent } = event.data.object;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/**
 * A refund or a dispute of a charge has begun, changed or ended. What counts is their current state at Stripe, because
 * the event of a beginning may arrive after that of its end.
 */
export const reversal = (event: ReversalNews): Promise<ReversalEvent | null> =>
  findReversalsOfIntent(event.data.object.payment_intent);
