import type Stripe from 'stripe';

/** A new member completed the page; purchases have no subscription. */
export function checkoutSessionSubscribed({ data }: Stripe.CheckoutSessionCompletedEvent): string | null {
  const { mode, subscription } = data.object;
  if (mode !== 'subscription') return null;
  return (typeof subscription === 'string' ? subscription : subscription?.id) ?? null;
}
