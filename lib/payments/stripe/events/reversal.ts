import type Stripe from 'stripe';
import type { ReversalEvent } from '../../types';
import { idOf } from '../id-of';
import { findReversalsOfIntent } from '../reversals';
import { reversalTypes } from './reversal-types';

type ReversalNews = Extract<Stripe.Event, { type: (typeof reversalTypes)[number] }>;

/** True if an event is about a refund or a dispute. */
export const isReversal = (event: Stripe.Event): event is ReversalNews =>
  reversalTypes.some((type) => type === event.type);

/** The payment intent of an event about a refund or dispute; null for others. */
export const movedIntentOf = (event: Stripe.Event): string | null =>
  isReversal(event) ? idOf(event.data.object.payment_intent) : null;

/**
 * A refund or dispute began, changed or ended. Its current state at Stripe counts, because events may arrive out of
 * order.
 */
export const reversal = (event: ReversalNews): Promise<ReversalEvent | null> =>
  findReversalsOfIntent(event.data.object.payment_intent);
