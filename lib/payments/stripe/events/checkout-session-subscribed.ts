import type Stripe from 'stripe';
import { idOf } from '../id-of';

/** A new member completed the page; purchases have no subscription. */
export function checkoutSessionSubscribed({ data }: Stripe.CheckoutSessionCompletedEvent): string | null {
  const { mode, subscription } = data.object;
  return mode === 'subscription' ? idOf(subscription) : null;
}
