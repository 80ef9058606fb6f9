import type Stripe from 'stripe';
import { idOf } from '../id-of';

export type InvoiceEvent =
  | Stripe.InvoicePaidEvent
  | Stripe.InvoicePaymentFailedEvent
  | Stripe.InvoiceVoidedEvent
  | Stripe.InvoiceMarkedUncollectibleEvent;

/** A charge of a subscription succeeded, failed, or was abandoned. */
export const invoice = ({ data }: InvoiceEvent): string | null =>
  idOf(data.object.parent?.subscription_details?.subscription);
