import { expect } from '@playwright/test';
import type { Shop } from './http.ts';
import { buyerData } from './shopping.ts';

async function start(shop: Shop, path: string, slug: string): Promise<string> {
  const answer = await shop.post(path, { data: { producto: slug, ...buyerData } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).id;
}

/** Starts a payment by card, as the button of the payment step does. Answers the id of Stripe's session. */
export const startCardPayment = (shop: Shop, slug: string) => start(shop, '/api/create-checkout-session', slug);

/** Starts a payment with PayPal. Answers the id of the order. */
export const startPayPalPayment = (shop: Shop, slug: string) => start(shop, '/api/create-order', slug);
