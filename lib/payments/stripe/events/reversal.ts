import type Stripe from 'stripe';
import type { ReversalEvent } from '../../types';
import { findReversalsOfIntent } from '../reversals';
import { reversalTypes } from './reversal-types';

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
