import { expect, test } from 'vitest';
import { cardInput, orderInput } from './inputs.ts';
import { openSimulator } from './simulator.ts';

// Whether a provider knows something: an outage is no answer, because money may have moved.
const all = await openSimulator();
const { capturePayPalOrder, createPayPalOrder, findPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { findCapturedOrder } = await import('@/lib/payments/paypal/captures');
const { hasPayPalSent } = await import('@/lib/payments/paypal/webhook');
const { PayPalError } = await import('@/lib/payments/paypal/client');
const { createCardSession, findSession } = await import('@/lib/payments/stripe/sessions');
const { hasStripeSent } = await import('@/lib/payments/stripe/webhook');

const asked = orderInput();
const order = await createPayPalOrder(asked);
await all.sim.paypal.approve(order.id);
await capturePayPalOrder(order.id);
const captureId = (await findPayPalOrder(order.id))?.purchase_units?.[0]?.payments?.captures?.[0]?.id ?? '';
const session = await createCardSession(cardInput());
await all.sim.stripe.pay(session.id);
const eventOf = async (provider: 'stripe' | 'paypal', id: string) =>
  String((await all.sim.events({ provider, id }))[0]?.id);

const lookUps = {
  'an order at PayPal': {
    provider: 'paypal',
    path: '/v2/checkout/orders',
    read: findPayPalOrder,
    known: order.id,
    unknown: '5O190127TN364715T',
    found: expect.objectContaining({ id: order.id }),
    missing: null,
  },
  'a capture at PayPal': {
    provider: 'paypal',
    path: '/v2/payments/captures',
    read: findCapturedOrder,
    known: captureId,
    unknown: '4XX00000XX000000X',
    found: { orderId: order.id, paymentId: asked.paymentId },
    missing: null,
  },
  'an event of PayPal': {
    provider: 'paypal',
    path: '/v1/notifications/webhooks-events',
    read: hasPayPalSent,
    known: await eventOf('paypal', order.id),
    unknown: 'WH-58D329510W468432D-8HN650336L201105X',
    found: true,
    missing: false,
  },
  'a session at Stripe': {
    provider: 'stripe',
    path: '/v1/checkout/sessions',
    read: findSession,
    known: session.id,
    unknown: 'cs_test_nobody',
    found: expect.objectContaining({
      id: session.id,
      payment_intent: expect.objectContaining({ status: 'succeeded' }),
    }),
    missing: null,
  },
  'an event of Stripe': {
    provider: 'stripe',
    path: '/v1/events',
    read: hasStripeSent,
    known: await eventOf('stripe', session.id),
    unknown: 'evt_nobody',
    found: true,
    missing: false,
  },
} as const;

test.each(Object.entries(lookUps))(
  '%s is found, or missing if unknown, and an outage is an error',
  async (_what, it) => {
    expect(await it.read(it.known)).toEqual(it.found);
    expect(await it.read(it.unknown)).toEqual(it.missing);
    const fault = {
      kind: 'fail',
      provider: it.provider,
      path: `${it.path}/${it.known}`,
      times: 9,
      status: 500,
    } as const;
    await all.sim.addFault(fault);
    await expect(it.read(it.known)).rejects.toThrow();
    await all.sim.clearFaults();
  },
);

test.each([
  [400, true],
  [404, true],
  [422, true],
  [499, true],
  [0, false],
  [302, false],
  [401, false],
  [408, false],
  [409, false],
  [429, false],
  [500, false],
])('the status %i of PayPal is a refusal: %s', (status, isRefusal) =>
  expect(new PayPalError(status, 'X').isRefusal).toBe(isRefusal),
);
