import 'server-only';
import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';
import { checkoutSessionAsyncPaymentFailed } from './checkout-session-async-payment-failed';
import { checkoutSessionAsyncPaymentSucceeded } from './checkout-session-async-payment-succeeded';
import { checkoutSessionCompleted } from './checkout-session-completed';
import { checkoutSessionExpired } from './checkout-session-expired';
import { isReversal, reversal } from './reversal';

/** Converts a Stripe event; null if it is not about a payment of the shop. */
export async function readStripeEvent(event: Stripe.Event): Promise<PaymentEvent | null> {
  if (isReversal(event)) return reversal(event);
  switch (event.type) {
    case 'checkout.session.completed':
      return checkoutSessionCompleted(event);
    case 'checkout.session.async_payment_succeeded':
      return checkoutSessionAsyncPaymentSucceeded(event);
    case 'checkout.session.async_payment_failed':
      return checkoutSessionAsyncPaymentFailed(event);
    case 'checkout.session.expired':
      return checkoutSessionExpired(event);
    default:
      return null;
  }
}
