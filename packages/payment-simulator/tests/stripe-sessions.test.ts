import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { API_VERSION } from '../src/stripe/events.ts';
import { checkout, keys, stripeFor } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();

const create = (overrides = {}, options?: Stripe.RequestOptions) =>
  all.stripe.checkout.sessions.create(checkout(overrides), options);
const line = (price_data: object) => ({
  line_items: [
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 1000, product_data: { name: 'x' }, ...price_data } },
  ],
});

describe('a checkout session', () => {
  it('opens with the amounts of its lines and a hosted page', async () => {
    const session = await create({
      line_items: [
        { quantity: 2, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'Plugin' } } },
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 234, product_data: { name: 'Recargo' } } },
      ],
    });
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1234,
      currency: 'eur',
      client_reference_id: 'user-1',
      metadata: { pago_id: 'pago-1' },
      payment_intent: null,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.url).toBe(`${all.url}/pay/${session.id}`);
    const lines = await all.stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data.map((item) => item.amount_total)).toEqual([1000, 234]);
  });

  it('is paid, with webhooks that the SDK verifies', async () => {
    const session = await create();
    await all.sim.stripe.pay(session.id);
    await all.sim.idle({ id: session.id });
    const paid = await all.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    expect(intent.transfer_data).toBeNull();
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ana@example.com' },
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1234, metadata: { pago_id: 'pago-1' } });
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 1234 });
    expect(paid.line_items?.data[0]?.description).toBe('Dungeon DLC');

    const mine = all.shop.received.filter(
      (webhook) => webhook.text.includes(session.id) || webhook.text.includes(intent.id),
    );
    const events = mine.map(({ text, headers }) =>
      all.stripe.webhooks.constructEvent(text, String(headers['stripe-signature']), keys.stripeWebhookSecret),
    );
    expect(events.map((event) => event.type).sort()).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
    expect(events[0]?.api_version).toBe(Stripe.API_VERSION);
    expect(API_VERSION).toBe(Stripe.API_VERSION);
    const retrieved = await all.stripe.events.retrieve(events[0]?.id ?? '');
    expect(retrieved.type).toBe(events[0]?.type);
    const found = await all.stripe.checkout.sessions.list({ payment_intent: intent.id });
    expect(found.data.map((entry) => entry.id)).toEqual([session.id]);
  });

  it('stays open after a decline and accepts another card', async () => {
    const session = await create();
    expect(await all.sim.stripe.pay(session.id, { card: '4000 0000 0000 9995' })).toMatchObject({
      outcome: 'declined',
      decline: { decline_code: 'insufficient_funds' },
    });
    const open = await all.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    const intent = open.payment_intent as Stripe.PaymentIntent;
    expect(open.status).toBe('open');
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    await all.sim.stripe.pay(session.id);
    expect(await all.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
    expect(await all.sim.stripe.pay(session.id)).toMatchObject({ outcome: 'closed' });
    const charges = await all.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data.map((charge) => charge.paid)).toEqual([true, false]);
    const sent = await all.sim.events({ id: session.id });
    expect(sent.map((event) => event.type)).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  it('expires once, and not when complete', async () => {
    const session = await create();
    expect(await all.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(all.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('Only Checkout Sessions with a status in ["open"]'),
    });
    expect((await all.sim.events({ id: session.id })).map((event) => event.type)).toEqual(['checkout.session.expired']);
  });

  it('expires automatically after its time', async () => {
    const session = await create();
    await all.sim.stripe.tamper(session.id, { expires_at: Math.floor(Date.now() / 1000) - 1 });
    await all.sim.idle({ id: session.id });
    expect((await all.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    expect(
      all.shop.received.filter(({ body }) => body.data?.object.id === session.id).map(({ body }) => body.type),
    ).toEqual(['checkout.session.expired']);
  });

  it('creates or keeps a customer on request', async () => {
    const customer = await all.stripe.customers.create({ email: 'ana@example.com', metadata: { user_id: 'user-1' } });
    const kept = await create({ customer: customer.id, customer_email: undefined });
    await all.sim.stripe.pay(kept.id);
    expect((await all.stripe.checkout.sessions.retrieve(kept.id)).customer).toBe(customer.id);
    const made = await create({ customer_creation: 'always' });
    await all.sim.stripe.pay(made.id);
    const { customer: id } = await all.stripe.checkout.sessions.retrieve(made.id);
    expect(await all.stripe.customers.retrieve(String(id))).toMatchObject({ email: 'ana@example.com' });
  });
});

describe("Stripe's refusals are simulated", () => {
  const cases: [string, object, object][] = [
    [
      'below the minimum',
      line({ unit_amount: 49 }),
      {
        code: 'amount_too_small',
        message: "The Checkout Session's total amount due must add up to at least €0.50 eur",
      },
    ],
    ['above the maximum', line({ unit_amount: 100_000_000 }), { code: 'amount_too_large' }],
    [
      'an unknown currency',
      line({ currency: 'xyz' }),
      { param: 'line_items[0][price_data][currency]', message: expect.stringContaining('Invalid currency: xyz') },
    ],
    [
      'cents with a fraction',
      line({ unit_amount: 10.5 }),
      {
        code: 'parameter_invalid_integer',
        param: 'line_items[0][price_data][unit_amount]',
        message: 'Invalid integer: 10.5',
      },
    ],
    [
      'a missing success_url',
      { success_url: undefined },
      { code: 'parameter_missing', param: 'success_url', message: 'Missing required param: success_url.' },
    ],
    ['a broken URL', { success_url: 'nowhere' }, { code: 'url_invalid', param: 'success_url' }],
    [
      'a typing mistake',
      { sucess_url: 'https://x.test' },
      { code: 'parameter_unknown', param: 'sucess_url', message: 'Received unknown parameter: sucess_url' },
    ],
    [
      'a wrong mode',
      { mode: 'gift' },
      { param: 'mode', message: 'Invalid mode: must be one of payment, or subscription' },
    ],
    ['an expiry too near', { expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: 'expires_at' }],
    ['customer and customer_email', { customer: 'cus_x' }, { param: 'customer' }],
    [
      'an unknown customer',
      { customer: 'cus_x', customer_email: undefined },
      { code: 'resource_missing', message: "No such customer: 'cus_x'" },
    ],
    ['a recurring price in payment mode', line({ recurring: { interval: 'month' } }), { param: 'line_items' }],
    [
      'a long metadata value',
      { metadata: { a: 'x'.repeat(501) } },
      { param: 'metadata', message: expect.stringContaining('501 characters') },
    ],
    ['a bad e-mail', { customer_email: 'ana' }, { code: 'email_invalid' }],
  ];
  it.each(cases)('%s', async (_name, overrides, error) => {
    await expect(create(overrides)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      requestId: expect.stringMatching(/^req_/),
      ...error,
    });
  });

  it('for wrong or missing keys and unknown objects', async () => {
    await expect(
      stripeFor(all.url, 'sk_test_wrong_key_0000').checkout.sessions.create(checkout()),
    ).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+0000$/),
    });
    const bare = await fetch(`${all.url}/v1/customers`);
    expect([bare.status, ((await bare.json()) as { error: { message: string } }).error.message]).toEqual([
      401,
      expect.stringContaining('You did not provide an API key'),
    ]);
    await expect(all.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    });
    await expect(all.stripe.accounts.retrieve('acct_1')).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/accounts/acct_1)'),
    });
  });
});

describe('an idempotency key', () => {
  it('returns the same response for the same body, and refuses another body', async () => {
    const options = { idempotencyKey: 'pago-77' };
    const first = await create({}, options);
    const second = await create({}, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(create({ client_reference_id: 'other' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      rawType: 'idempotency_error',
    });
  });

  it('stores no refusal', async () => {
    const options = { idempotencyKey: 'pago-78' };
    await expect(create(line({ unit_amount: 1 }), options)).rejects.toMatchObject({ code: 'amount_too_small' });
    expect((await create({}, options)).status).toBe('open');
  });

  it('makes one session of twenty concurrent calls', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => create({}, { idempotencyKey: 'pago-79' })));
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1);
  });
});
