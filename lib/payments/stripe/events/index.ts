import 'server-only';
import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';
import { chargeDispute } from './charge-dispute';
import { chargeRefunded } from './charge-refunded';
import { checkoutSessionAsyncPaymentFailed } from './checkout-session-async-payment-failed';
import { checkoutSessionAsyncPaymentSucceeded } from './checkout-session-async-payment-succeeded';
import { checkoutSessionCompleted } from './checkout-session-completed';
import { checkoutSessionExpired } from './checkout-session-expired';

/** What a Stripe event says about a payment, or null for one that is none of our business. */
export async function readStripeEvent(event: Stripe.Event): Promise<PaymentEvent | null> {
  switch (event.type) {
    case 'checkout.session.completed':
      return checkoutSessionCompleted(event);
    case 'checkout.session.async_payment_succeeded':
      return checkoutSessionAsyncPaymentSucceeded(event);
    case 'checkout.session.async_payment_failed':
      return checkoutSessionAsyncPaymentFailed(event);
    case 'checkout.session.expired':
      return checkoutSessionExpired(event);
    case 'charge.refunded':
      return chargeRefunded(event);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return chargeDispute(event);
    default:
      return null;
  }
}
