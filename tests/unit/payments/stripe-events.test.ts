import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Everything, keys, startEverything } from '../local-payments/setup.ts';

let all: Everything;

beforeAll(async () => {
  all = await startEverything();
  const variables = {
    STORE_MODE: 'local',
    SITE_URL: 'http://localhost:1',
    SUPABASE_URL: 'http://localhost:1',
    SUPABASE_PUBLISHABLE_KEY: 'not-a-real-key',
    SUPABASE_SECRET_KEY: 'not-a-real-key',
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
    STRIPE_API_URL: all.url,
    PAYPAL_CLIENT_ID: keys.paypalClientId,
    PAYPAL_CLIENT_SECRET: keys.paypalClientSecret,
    PAYPAL_WEBHOOK_ID: keys.paypalWebhookId,
    PAYPAL_API_URL: all.url,
    SMTP_URL: 'smtp://localhost:1',
    LOCAL_MAILBOX_URL: 'http://localhost:1',
    CRON_SECRET: 'not-a-real-secret',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await all.stop();
});

/** Opens a session as the shop does, for a payment of its own. */
async function openSession() {
  const { createCardSession } = await import('@/lib/payments/stripe/sessions');
  const paymentId = crypto.randomUUID();
  const session = await createCardSession({
    paymentId,
    userId: 'user-1',
    email: 'ana@gmail.com',
    totalCents: 699,
    name: 'Fragua Arcana',
    description: null,
    locale: 'es',
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'http://localhost:1/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:1/checkout',
  });
  return { paymentId, session, payment: { provider: 'stripe', reference: session.id, paymentId } };
}

async function newsOf(type: string, session: string): Promise<unknown> {
  const { readStripeEvent } = await import('@/lib/payments/stripe/events');
  const [event] = await all.sim.events({ type, id: session });
  if (!event) throw new Error(`the provider has sent no ${type}`);
  return readStripeEvent(event.body as unknown as Stripe.Event);
}

test('the same payment opens the same page, whoever asks again', async () => {
  const { createCardSession } = await import('@/lib/payments/stripe/sessions');
  const input = {
    paymentId: crypto.randomUUID(),
    userId: 'user-1',
    email: undefined,
    totalCents: 699,
    name: 'Fragua Arcana',
    description: 'Deluxe',
    locale: 'en' as const,
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'http://localhost:1/success',
    cancelUrl: 'http://localhost:1/checkout',
  };
  const [first, second] = await Promise.all([createCardSession(input), createCardSession(input)]);
  expect(second.id).toBe(first.id);
});

test('a card that was charged', async () => {
  const { session, payment } = await openSession();
  await all.sim.stripe.pay(session.id);
  expect(await newsOf('checkout.session.completed', session.id)).toEqual({
    ...payment,
    kind: 'paid',
    amountCents: 699,
    currency: 'eur',
    confirmedAt: expect.any(Date),
  });
});

test('a page that was never paid', async () => {
  const { session, payment } = await openSession();
  await all.sim.stripe.expire(session.id);
  const closed = { ...payment, kind: 'closed', state: 'caducado' };
  expect(await newsOf('checkout.session.expired', session.id)).toEqual(closed);
});

test('a refund in full, and one in part', async () => {
  const whole = await openSession();
  await all.sim.stripe.pay(whole.session.id);
  await all.sim.stripe.refund(whole.session.id);
  expect(await newsOf('charge.refunded', whole.session.id)).toEqual({
    ...whole.payment,
    kind: 'reverted',
    state: 'reembolsado',
  });
  const part = await openSession();
  await all.sim.stripe.pay(part.session.id);
  await all.sim.stripe.refund(part.session.id, 200);
  expect(await newsOf('charge.refunded', part.session.id)).toEqual({
    ...part.payment,
    kind: 'partly_refunded',
    amountCents: 200,
  });
});

test.each([
  ['won', { kind: 'restored' }],
  ['lost', { kind: 'reverted', state: 'reembolsado' }],
] as const)('a dispute that is %s, also when its opening is heard of last', async (status, change) => {
  const { session, payment } = await openSession();
  await all.sim.stripe.pay(session.id);
  await all.sim.stripe.dispute(session.id);
  await all.sim.stripe.closeDispute(session.id, status);
  for (const type of ['charge.dispute.closed', 'charge.dispute.created']) {
    expect(await newsOf(type, session.id)).toEqual({ ...payment, ...change });
  }
});

test('a dispute', async () => {
  const { session, payment } = await openSession();
  await all.sim.stripe.pay(session.id);
  await all.sim.stripe.dispute(session.id);
  const disputed = { ...payment, kind: 'reverted', state: 'en_disputa' };
  expect(await newsOf('charge.dispute.created', session.id)).toEqual(disputed);
});

test('what a provider says when it is asked', async () => {
  const { lookUpPayment } = await import('@/lib/payments/look-up');
  const { session, payment } = await openSession();
  expect(await lookUpPayment('stripe', session.id)).toBe('unpaid');
  await all.sim.stripe.pay(session.id);
  expect(await lookUpPayment('stripe', session.id)).toMatchObject({ ...payment, kind: 'paid' });
  expect(await lookUpPayment('stripe', 'cs_test_nobody')).toBe('unknown');
});

test('a page that is closed stays what it is', async () => {
  const { closeSession } = await import('@/lib/payments/stripe/sessions');
  const open = await openSession();
  expect(await closeSession(open.session.id)).toMatchObject({ status: 'expired' });
  const paid = await openSession();
  await all.sim.stripe.pay(paid.session.id);
  expect(await closeSession(paid.session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('only what the provider signed is an event', async () => {
  const { stripe } = await import('@/lib/payments/stripe/client');
  const { verifyStripeWebhook } = await import('@/lib/payments/stripe/webhook');
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: {} },
  });
  const sign = (secret: string, payload = body, timestamp = Math.floor(Date.now() / 1000)) =>
    stripe().webhooks.generateTestHeaderString({ payload, secret, timestamp });
  expect(await verifyStripeWebhook(body, sign(keys.stripeWebhookSecret))).toMatchObject({ id: 'evt_1' });
  expect(await verifyStripeWebhook(body, sign('whsec_of_someone_else'))).toBeNull();
  expect(await verifyStripeWebhook(`${body} `, sign(keys.stripeWebhookSecret))).toBeNull();
  expect(await verifyStripeWebhook(body, sign(keys.stripeWebhookSecret, body, 1_600_000_000))).toBeNull();
  expect(await verifyStripeWebhook(body, null)).toBeNull();
});
