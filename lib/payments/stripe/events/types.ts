import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';

/** Converts one kind of Stripe event; null if there is nothing to do. */
export type EventHandler<Type extends Stripe.Event.Type> = (
  event: Extract<Stripe.Event, { type: Type }>,
) => PaymentEvent | null | Promise<PaymentEvent | null>;
