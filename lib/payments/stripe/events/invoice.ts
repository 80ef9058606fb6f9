import type Stripe from 'stripe';

/** The charge of a subscription's period went through, or did not. */
export function invoice({ data }: Stripe.InvoicePaidEvent | Stripe.InvoicePaymentFailedEvent): string | null {
  const subscription = data.object.parent?.subscription_details?.subscription;
  return (typeof subscription === 'string' ? subscription : subscription?.id) ?? null;
}
