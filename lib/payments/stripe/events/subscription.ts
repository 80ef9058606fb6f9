import type Stripe from 'stripe';
import { checkoutSessionSubscribed } from './checkout-session-subscribed';
import { customerSubscription } from './customer-subscription';
import { invoice } from './invoice';
import { subscriptionSchedule } from './subscription-schedule';

type SubscriptionNews = { id: string; invoice?: string };

const news = (id: string | null, invoiceId?: string): SubscriptionNews | null =>
  id === null ? null : { id, ...(invoiceId ? { invoice: invoiceId } : {}) };

/** The subscription and invoice ids of a Stripe event, or null. Their state is then read from Stripe. */
export function subscriptionOf(event: Stripe.Event): SubscriptionNews | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return news(customerSubscription(event));
    case 'subscription_schedule.updated':
    case 'subscription_schedule.released':
      return news(subscriptionSchedule(event));
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return news(invoice(event), event.data.object.id);
    case 'checkout.session.completed':
      return news(checkoutSessionSubscribed(event));
    default:
      return null;
  }
}
