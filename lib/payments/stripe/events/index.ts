import 'server-only';
import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';
import { checkoutSessionAsyncPaymentFailed } from './checkout-session-async-payment-failed';
import { checkoutSessionAsyncPaymentSucceeded } from './checkout-session-async-payment-succeeded';
import { checkoutSessionCompleted } from './checkout-session-completed';
import { checkoutSessionExpired } from './checkout-session-expired';
import { reversal } from './reversal';

/** What a Stripe event says about a payment; null if it is not about one of ours. */
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
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return reversal(event);
    default:
      return null;
  }
}
