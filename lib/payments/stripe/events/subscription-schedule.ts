import type Stripe from 'stripe';

type ScheduleEvent = Stripe.SubscriptionScheduleUpdatedEvent | Stripe.SubscriptionScheduleReleasedEvent;

/** A schedule has changed, or has let go of its subscription. */
export function subscriptionSchedule({ data }: ScheduleEvent): string | null {
  const { subscription, released_subscription: released } = data.object;
  return (typeof subscription === 'string' ? subscription : subscription?.id) ?? released;
}
