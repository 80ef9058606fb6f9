import { checkout, keys } from '@unstore/payment-simulator/testing';
import Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's work after the response.
vi.mock('next/server', () => ({ after: () => undefined }));
const lines = vi.hoisted(() => [] as Array<[message: string, fields: object]>);
vi.mock('@/lib/core/log', () => {
  const write = (fields: object, message: string) => void lines.push([message, fields]);
  return { log: { info: write, warn: write, error: write } };
});

const { db, payments } = await openShop();
const { sql } = db;
const { POST } = await import('@/app/api/webhooks/stripe/route');
const { takePaymentEvent } = await import('@/lib/payments/take-payment-event');

/** A purchase at Stripe whose page is open. */
async function open() {
  const user = await createUser(sql);
  const made = await createPayment(db, user, { producto: await createProduct(sql) });
  const payment = String(made.pago_id);
  const metadata = { pago_id: payment };
  const session = await payments.stripe.checkout.sessions.create(
    checkout({
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: Number(made.total_centimos),
            product_data: { name: 'Mapa' },
          },
        },
      ],
    }),
  );
  await db.callService('vincular_pago', { p_pago: payment, p_proveedor: 'stripe', p_referencia: session.id });
  return { payment, session: session.id, cents: Number(made.total_centimos) };
}

/** Hands an event to the shop's own webhook, signed. */
function hand(event: object): Promise<Response> {
  const payload = JSON.stringify(event);
  const secret = keys.stripeWebhookSecret;
  const signature = new Stripe(keys.stripeSecretKey).webhooks.generateTestHeaderString({ payload, secret });
  return POST(
    new Request('http://localhost:1/api/webhooks/stripe', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': signature },
    }),
  );
}

async function eventOf(type: string, id: string): Promise<{ id: string }> {
  const [event] = await payments.sim.events({ type, id });
  if (!event) throw new Error(`Stripe has sent no ${type}`);
  return event.body as { id: string };
}

const written = () => lines.filter(([message]) => message === 'payment');

beforeEach(() => {
  lines.length = 0;
});

test('a log line of a payment contains payer, payment and event', async () => {
  const { payment, session } = await open();
  payments.shop.status = 503;
  await payments.sim.stripe.pay(session);
  const event = await eventOf('checkout.session.completed', session);
  expect((await hand(event)).status).toBe(200);
  expect((await hand(event)).status).toBe(200);
  expect(written()).toEqual([
    ['payment', { payment, provider: 'stripe', reference: session, event: event.id, outcome: 'delivered' }],
  ]);
});

test('an expired payment is logged', async () => {
  const { payment, session } = await open();
  payments.shop.status = 503;
  await payments.sim.stripe.expire(session);
  const event = await eventOf('checkout.session.expired', session);
  await hand(event);
  expect(written()).toEqual([
    ['payment', { payment, provider: 'stripe', reference: session, event: event.id, outcome: 'expired' }],
  ]);
});

test("a refused payment is logged with its reason, and without an event for the shop's own requests", async () => {
  const { payment, session, cents } = await open();
  const amountCents = cents + 1;
  await takePaymentEvent({
    kind: 'paid',
    provider: 'stripe',
    reference: session,
    paymentId: payment,
    amountCents,
    currency: 'eur',
  });
  expect(written()).toEqual([
    ['payment', { payment, provider: 'stripe', reference: session, outcome: 'refused', reason: 'importe_no_coincide' }],
  ]);
});
