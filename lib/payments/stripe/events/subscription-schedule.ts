import type Stripe from 'stripe';
import { idOf } from '../id-of';

type ScheduleEvent = Stripe.SubscriptionScheduleUpdatedEvent | Stripe.SubscriptionScheduleReleasedEvent;

/** A schedule has changed, or has released its subscription. */
export function subscriptionSchedule({ data }: ScheduleEvent): string | null {
  const { subscription, released_subscription: released } = data.object;
  return idOf(subscription) ?? released;
}
