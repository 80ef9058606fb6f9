import type { PayPalOrderInput } from '@/lib/payments/paypal/orders';
import type { PageOrder } from '@/lib/payments/provider';
import type { CardSessionInput } from '@/lib/payments/stripe/sessions';

export const site = 'http://localhost:1';

/** What the checkout knows of a payment of its own: 9.99 euros, to be paid within an hour. */
export const pageOrder = (): PageOrder => ({
  paymentId: crypto.randomUUID(),
  userId: 'user-1',
  email: 'ana@gmail.com',
  totalCents: 999,
  name: 'Fragua Arcana',
  description: null,
  locale: 'es',
  expiresAt: new Date(Date.now() + 3_600_000),
  siteUrl: site,
  cancelUrl: `${site}/checkout`,
  onlyCard: false,
});

/** A card session for such a payment. */
export function cardInput(change: Partial<CardSessionInput> = {}): CardSessionInput {
  const { siteUrl, ...order } = pageOrder();
  return { ...order, successUrl: `${siteUrl}/success?session_id={CHECKOUT_SESSION_ID}`, ...change };
}

/** A PayPal order for such a payment. */
export function orderInput(change: Partial<PayPalOrderInput> = {}): PayPalOrderInput {
  const { paymentId, totalCents, name, locale, siteUrl, cancelUrl } = pageOrder();
  return { paymentId, totalCents, name, locale, cancelUrl, returnUrl: `${siteUrl}/paypal-success`, ...change };
}
