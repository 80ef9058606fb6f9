import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { openEverything } from './open.ts';

const all = await openEverything();

const open = (mode: 'payment' | 'subscription' = 'payment') =>
  all.stripe.checkout.sessions.create({
    mode,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 999,
          product_data: { name: 'Fragua' },
          ...(mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}),
        },
      },
    ],
    success_url: 'http://localhost:1/success',
    cancel_url: 'http://localhost:1/checkout',
  });

const read = async (id: string) => {
  const session = await all.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  return { session, intent: session.payment_intent as Stripe.PaymentIntent | null };
};
const types = async (id: string) => (await all.sim.events({ id })).map(({ type }) => type);
const press = (path: string, action: string, card = '') =>
  fetch(`${all.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      action,
      email: 'ana@gmail.com',
      cardNumber: card,
      expiry: '12/34',
      cvc: '123',
      name: 'Ana',
    }),
  });

describe('a card with 3-D Secure', () => {
  test.each(['4000002760003184', '4000002500003155'])('%s is charged after the authentication', async (card) => {
    const { id } = await open();
    const asked = await press(`/pay/${id}`, 'pay', card);
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `/pay/${id}/3ds`]);
    expect(await read(id)).toMatchObject({
      session: { status: 'open', payment_status: 'unpaid' },
      intent: { status: 'requires_action', next_action: { type: 'redirect_to_url' } },
    });
    expect(await (await fetch(`${all.url}/pay/${id}/3ds`)).text()).toContain('Tu banco quiere saber que eres tú');
    const passed = await press(`/pay/${id}/3ds`, 'pass');
    expect([passed.status, passed.headers.get('location')]).toEqual([303, 'http://localhost:1/success']);
    expect(await read(id)).toMatchObject({
      session: { status: 'complete', payment_status: 'paid' },
      intent: { status: 'succeeded', next_action: null },
    });
    expect(await types(id)).toEqual([
      'payment_intent.requires_action',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  test('is not charged after a failed authentication, and another card can pay', async () => {
    const { id } = await open();
    await press(`/pay/${id}`, 'pay', '4000002760003184');
    const failed = await press(`/pay/${id}/3ds`, 'fail');
    expect([failed.status, await failed.text()]).toEqual([402, expect.stringContaining('no ha confirmado el pago')]);
    expect(await read(id)).toMatchObject({
      session: { status: 'open' },
      intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      },
    });
    expect((await press(`/pay/${id}`, 'pay', '4242424242424242')).status).toBe(303);
    expect((await read(id)).session.payment_status).toBe('paid');
  });

  test('4000008400001629 is declined after the authentication', async () => {
    const { id } = await open();
    await press(`/pay/${id}`, 'pay', '4000008400001629');
    expect((await press(`/pay/${id}/3ds`, 'pass')).status).toBe(402);
    expect(await read(id)).toMatchObject({
      session: { status: 'open' },
      intent: { last_payment_error: { code: 'card_declined' } },
    });
  });

  test('is not charged if the page is abandoned or expires', async () => {
    const { id } = await open();
    await press(`/pay/${id}`, 'pay', '4000002760003184');
    expect((await read(id)).session.payment_status).toBe('unpaid');
    await all.stripe.checkout.sessions.expire(id);
    expect((await press(`/pay/${id}/3ds`, 'pass')).status).toBe(410);
    expect((await read(id)).session).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
    expect((await press(`/pay/${id}/3ds`, 'pass')).status).toBe(410);
  });

  test('starts a subscription after the authentication, not before', async () => {
    const { id } = await open('subscription');
    await all.sim.stripe.pay(id, { card: '4000002760003184' });
    expect((await read(id)).session).toMatchObject({ status: 'open', subscription: null });
    await all.sim.stripe.authenticate(id, true);
    expect((await read(id)).session).toMatchObject({ status: 'complete', subscription: expect.any(String) });
  });
});

test('a list of payment methods is refused for a new checkout session', async () => {
  const old = { mode: 'payment', payment_method_types: ['card'] } as unknown as Stripe.Checkout.SessionCreateParams;
  await expect(all.stripe.checkout.sessions.create(old)).rejects.toThrow(/payment_method_types/);
});

describe('a bank debit', () => {
  test('completes the page unpaid, and is paid later', async () => {
    const { id } = await open();
    expect((await press(`/pay/${id}`, 'later')).status).toBe(303);
    expect(await read(id)).toMatchObject({
      session: { status: 'complete', payment_status: 'unpaid' },
      intent: { status: 'processing' },
    });
    await all.sim.stripe.settle(id, 'succeeded');
    expect(await read(id)).toMatchObject({ session: { payment_status: 'paid' }, intent: { status: 'succeeded' } });
    expect(await types(id)).toEqual([
      'payment_intent.processing',
      'checkout.session.completed',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    await expect(all.sim.stripe.settle(id, 'failed')).rejects.toThrow();
  });

  test('that fails later leaves a completed, unpaid page', async () => {
    const { id } = await open();
    await all.sim.stripe.payLater(id);
    await all.sim.stripe.settle(id, 'failed');
    expect(await read(id)).toMatchObject({
      session: { status: 'complete', payment_status: 'unpaid' },
      intent: { status: 'requires_payment_method' },
    });
    expect((await types(id)).at(-1)).toBe('checkout.session.async_payment_failed');
  });

  test('settles automatically after its delay', async () => {
    const { id } = await open();
    await all.sim.stripe.payLater(id, 0);
    await expect.poll(async () => (await read(id)).session.payment_status, { timeout: 5000 }).toBe('paid');
  });
});
