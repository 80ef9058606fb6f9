import type Stripe from 'stripe';

type SubscriptionEvent =
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent;

/** A subscription has begun, changed or ended. */
export const customerSubscription = ({ data }: SubscriptionEvent): string => data.object.id;
