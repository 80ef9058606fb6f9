import { checkout, orderBody, paypalFor } from '@unstore/payment-simulator/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { pageProvider } = await import('@/lib/payments/providers');
const { stripe } = await import('@/lib/payments/stripe/client');
const { stripeEventTypes } = await import('@/lib/payments/stripe/event-types');
const client = await import('@/lib/payments/paypal/client');
const paypal = await paypalFor(all.url);

afterEach(() => void vi.restoreAllMocks());

async function listed(provider: 'stripe' | 'paypal') {
  const pages = [];
  for await (const page of pageProvider[provider].eventsSince(new Date(Date.now() - 60_000))) pages.push(page);
  return pages;
}

test('Stripe is queried for exactly the handled events of payments and the Club', async () => {
  const session = await all.stripe.checkout.sessions.create(checkout());
  await all.sim.stripe.pay(session.id);
  await all.sim.stripe.refund(session.id);
  const sent = new Set((await all.sim.events({ provider: 'stripe' })).map(({ type }) => type));
  expect(sent).toContain('payment_intent.succeeded');
  const types = (await listed('stripe')).flat().map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['checkout.session.completed', 'charge.refunded']));
  expect(types.filter((type) => type.startsWith('payment_intent'))).toEqual([]);
});

test('PayPal’s events are read page by page, and a malformed one delays none', async () => {
  const orders = [];
  for (const _order of [1, 2, 3]) {
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
    await all.sim.paypal.approve(body.id);
    orders.push(body.id);
  }
  const { callPayPal } = client;
  vi.spyOn(client, 'callPayPal').mockImplementation(async (call) => {
    const path = call.path.replace('page_size=100', 'page_size=2');
    const answer = (await callPayPal({ ...call, path })) as { events: object[] };
    return { ...answer, events: [{ id: 'WH-odd', event_type: 'SOMETHING.ELSE', resource: [] }, ...answer.events] };
  });
  const pages = await listed('paypal');
  expect(pages.map((page) => page.length)).toEqual([2, 1]);
  expect(pages.flat().map(({ payload }) => (payload as { resource: { id: string } }).resource.id)).toEqual(
    orders.toReversed(),
  );
});

test("Stripe's undelivered events are limited to handled types", async () => {
  await all.sim.setWebhookUrls({ stripe: null });
  const session = await all.stripe.checkout.sessions.create(checkout());
  await all.sim.stripe.pay(session.id);
  await all.sim.stripe.refund(session.id);
  const list = vi.spyOn(stripe().events, 'list');
  const types = [];
  for await (const page of pageProvider.stripe.missedEvents?.(new Date(Date.now() - 60_000)) ?? [])
    types.push(...page.map(({ type }) => type));
  expect(types).toEqual(expect.arrayContaining(['checkout.session.completed', 'charge.refunded']));
  expect(types.filter((type) => type.startsWith('payment_intent'))).toEqual([]);
  expect(list.mock.calls.flatMap(([wanted]) => wanted?.types ?? [])).toEqual([...stripeEventTypes]);
  expect(list.mock.calls.every(([wanted]) => wanted?.delivery_success === false)).toBe(true);
});
