import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';

/** Turns one kind of Stripe event into ours, or into null when there is nothing to do about it. */
export type EventHandler<Type extends Stripe.Event.Type> = (
  event: Extract<Stripe.Event, { type: Type }>,
) => PaymentEvent | null | Promise<PaymentEvent | null>;
