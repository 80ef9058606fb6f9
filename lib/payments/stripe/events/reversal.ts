import type Stripe from 'stripe';
import type { ReversalEvent } from '../../types';
import { findReversalsOfIntent } from '../reversals';

type Affected = { payment_intent: string | Stripe.PaymentIntent | null };

/**
 * A refund or a dispute of a charge has begun, changed or ended. What counts is how all of them stand at Stripe now:
 * the news of a beginning may come after that of its end.
 */
export const reversal = ({ data }: { data: { object: Affected } }): Promise<ReversalEvent | null> =>
  findReversalsOfIntent(data.object.payment_intent);
