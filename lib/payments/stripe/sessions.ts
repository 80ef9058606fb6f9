import 'server-only';
import type Stripe from 'stripe';
import type { PageOrder } from '../provider';
import { requestKey } from '../request-key';
import { isMissing, isStripeError, stripe } from './client';
import { idOf } from './id-of';

/** `successUrl`: the return address after the payment. */
export type CardSessionInput = Omit<PageOrder, 'siteUrl'> & { successUrl: string };

/**
 * Opens Stripe's page for a payment. The same input opens the same page: the idempotency key is a hash of it. Another
 * language opens another page.
 */
export async function createCardSession(input: CardSessionInput): Promise<Stripe.Checkout.Session> {
  const metadata = { pago_id: input.paymentId };
  const parameters: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    // Without a list, the page offers the methods that the Dashboard enables and that fit the buyer.
    ...(input.onlyCard ? { allowed_payment_method_types: ['card' as const] } : {}),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: input.totalCents,
          product_data: { name: input.name, ...(input.description ? { description: input.description } : {}) },
        },
      },
    ],
    client_reference_id: input.userId,
    ...(input.email ? { customer_email: input.email } : {}),
    metadata,
    payment_intent_data: { metadata },
    locale: input.locale,
    expires_at: Math.floor(input.expiresAt.getTime() / 1000),
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
  };
  return stripe().checkout.sessions.create(parameters, {
    idempotencyKey: requestKey(`pago:${input.paymentId}`, parameters),
  });
}

/** The current state of a session with its payment intent; null if Stripe does not know the id. */
export async function findSession(id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Expires a session, so that nobody can pay it. A session that is not open does not change. */
export async function closeSession(id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.expire(id);
  } catch (error) {
    if (isStripeError(error)) return findSession(id);
    throw error;
  }
}

/** The session of a charge; null for a charge made elsewhere. */
export async function findSessionOfIntent(
  intent: string | Stripe.PaymentIntent | null,
): Promise<Stripe.Checkout.Session | null> {
  if (!intent) return null;
  const { data } = await stripe().checkout.sessions.list({ payment_intent: idOf(intent), limit: 1 });
  return data[0] ?? null;
}
