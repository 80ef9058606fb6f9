import type Stripe from 'stripe';
import { checkoutSessionSubscribed } from './checkout-session-subscribed';
import { customerSubscription } from './customer-subscription';
import { invoice } from './invoice';

/** The subscription that a Stripe event is about, by its id, or null. What became of it is asked at Stripe. */
export function subscriptionOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return customerSubscription(event);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return invoice(event);
    case 'checkout.session.completed':
      return checkoutSessionSubscribed(event);
    default:
      return null;
  }
}
