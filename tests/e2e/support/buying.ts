import { expect } from '@playwright/test';
import type { Shop } from './http.ts';
import { buyerData } from './shopping.ts';

async function start(shop: Shop, path: string, slug: string): Promise<string> {
  const answer = await shop.post(path, { data: { producto: slug, ...buyerData } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).id;
}

/** Starts a card payment as the payment step does. Returns Stripe's session id. */
export const startCardPayment = (shop: Shop, slug: string) => start(shop, '/api/create-checkout-session', slug);

/** Starts a PayPal payment. Returns the order id. */
export const startPayPalPayment = (shop: Shop, slug: string) => start(shop, '/api/create-order', slug);
