import type Stripe from 'stripe';
import type { ReversalEvent } from '../../types';
import { findReversalsOfIntent } from '../reversals';

type Affected = { payment_intent: string | Stripe.PaymentIntent | null };

/**
 * A refund or a dispute of a charge has begun, changed or ended. What counts is their current state at Stripe, because
 * the event of a beginning may arrive after that of its end.
 */
export const reversal = ({ data }: { data: { object: Affected } }): Promise<ReversalEvent | null> =>
  findReversalsOfIntent(data.object.payment_intent);
