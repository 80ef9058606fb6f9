import 'server-only';
import Stripe from 'stripe';
import { stripe } from '@/lib/payments/stripe/client';
import { findSubscription } from './stripe';

type Schedule = Pick<Stripe.SubscriptionSchedule, 'id' | 'end_behavior' | 'current_phase'>;

const managing = ({ schedule }: Stripe.Subscription): Schedule | null =>
  typeof schedule === 'object' ? schedule : null;

/**
 * Returns the schedule that manages a subscription. It may exist after a change that stopped between the two calls;
 * otherwise it is created. Stripe creates one at most, so the call has no idempotency key, with which it could return a
 * schedule that was released since.
 */
async function scheduleOf(subscription: Stripe.Subscription): Promise<Schedule> {
  const known = managing(subscription);
  if (known) return known;
  try {
    return await stripe().subscriptionSchedules.create({ from_subscription: subscription.id });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const now = await findSubscription(subscription.id);
    const other = now && managing(now);
    if (!other) throw error;
    return other;
  }
}

/**
 * Charges another price from the next period on, by a schedule of Stripe: the first phase is the paid period, the
 * second starts the price and then releases the subscription. Repeated calls change nothing more.
 *
 * @param price an active monthly price at Stripe
 * @returns false if the subscription was cancelled meanwhile; it stays cancelled
 * @throws if Stripe does not answer
 */
export async function changeWithNextPeriod(subscription: Stripe.Subscription, price: string): Promise<boolean> {
  const schedule = await scheduleOf(subscription);
  // A schedule that is made from a cancelled subscription cancels it at its end.
  if (schedule.end_behavior === 'cancel') {
    await stripe().subscriptionSchedules.release(schedule.id, { preserve_cancel_date: true });
    return false;
  }
  const [item] = subscription.items.data;
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`);
  const paid: Stripe.SubscriptionScheduleUpdateParams.Phase = {
    items: [{ price: item.price.id, quantity: item.quantity ?? 1 }],
    start_date: schedule.current_phase?.start_date ?? item.current_period_start,
    end_date: item.current_period_end,
    proration_behavior: 'none',
  };
  await stripe().subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      paid,
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
        // Otherwise Stripe may keep the billing days of the yearly price, and start the phase without an invoice.
        billing_cycle_anchor: 'phase_start',
        proration_behavior: 'none',
      },
    ],
  });
  return true;
}
