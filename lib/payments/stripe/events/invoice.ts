import type Stripe from 'stripe';

export type InvoiceEvent =
  | Stripe.InvoicePaidEvent
  | Stripe.InvoicePaymentFailedEvent
  | Stripe.InvoiceVoidedEvent
  | Stripe.InvoiceMarkedUncollectibleEvent;

/** A charge of a subscription succeeded, failed, or was abandoned. */
export function invoice({ data }: InvoiceEvent): string | null {
  const subscription = data.object.parent?.subscription_details?.subscription;
  return (typeof subscription === 'string' ? subscription : subscription?.id) ?? null;
}
