import { afterEach, describe, expect, it } from 'vitest';
import { checkout, orderBody, paypalFor } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();
const paypal = await paypalFor(all.url);
afterEach(async () => {
  all.shop.status = 200;
  await all.sim.clearFaults();
});

let count = 0;
async function session() {
  const metadata = { pago_id: `pago-f${++count}` };
  return all.stripe.checkout.sessions.create(checkout({ metadata, payment_intent_data: { metadata } }));
}
const arrivals = (id: string) =>
  all.sim.events({ id }).then((events) => {
    const ids = new Set(events.map((event) => event.id));
    return all.shop.received
      .filter((webhook) => ids.has(webhook.body.id))
      .map((webhook) => webhook.body.type ?? webhook.body.event_type);
  });

describe('webhook faults', () => {
  it('a duplicate fault sends the same event again, for its session only', async () => {
    const [mine, other] = [await session(), await session()];
    const fault = await all.sim.addFault({
      kind: 'duplicate',
      copies: 3,
      events: ['checkout.session.completed'],
      scope: { id: mine.id },
    });
    await all.sim.stripe.pay(other.id);
    await all.sim.stripe.pay(mine.id);
    await all.sim.idle();
    expect((await arrivals(mine.id)).filter((type) => type === 'checkout.session.completed')).toHaveLength(3);
    expect((await arrivals(other.id)).filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
    const completed = all.shop.received.filter((webhook) => webhook.body.data?.object.id === mine.id);
    expect(new Set(completed.map((webhook) => webhook.body.id)).size).toBe(1);
    expect((await all.sim.faults()).find((entry) => entry.id === fault.id)).toMatchObject({ remaining: 0, used: 1 });
  });

  it('a delay fault holds an event until its time or a flush', async () => {
    const { id, metadata } = await session();
    await all.sim.addFault({
      kind: 'delay',
      delayMs: 3_600_000,
      times: 2,
      scope: { metadata: { pago_id: metadata?.pago_id ?? '' } },
    });
    await all.sim.stripe.pay(id);
    await all.sim.idle({ id });
    expect(await arrivals(id)).toEqual([]);
    await expect(all.sim.idle({ id, until: 'all', timeoutMs: 0 })).rejects.toThrow('408');
    await all.sim.flush(id);
    await all.sim.idle({ id, until: 'all' });
    expect((await arrivals(id)).sort()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  });

  it('a short delay fault ends automatically', async () => {
    const { id } = await session();
    await all.sim.addFault({ kind: 'delay', delayMs: 60, times: 2, scope: { id } });
    await all.sim.stripe.pay(id);
    await all.sim.idle({ id, until: 'all' });
    expect(await arrivals(id)).toHaveLength(2);
  });

  it('a drop fault loses an event that the API still shows, and a resend delivers it late', async () => {
    const { id } = await session();
    await all.sim.addFault({ kind: 'drop', times: 2, scope: { id } });
    await all.sim.stripe.pay(id);
    await all.sim.idle({ id, until: 'all' });
    expect(await arrivals(id)).toEqual([]);
    expect((await all.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
    const [event] = await all.sim.events({ id, type: 'checkout.session.completed' });
    expect(event?.deliveries).toMatchObject([{ status: 'dropped', fault: 'drop', attempts: 0 }]);
    await all.sim.resend(event?.id ?? '');
    await all.sim.idle({ id });
    expect(await arrivals(id)).toEqual(['checkout.session.completed']);
  });

  it('a reorder fault sends the last event first, across calls', async () => {
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody({ custom_id: 'pago-reorder' }));
    await all.sim.addFault({ kind: 'reorder', provider: 'paypal', scope: { metadata: { custom_id: 'pago-reorder' } } });
    await all.sim.paypal.approve(body.id);
    await all.sim.idle({ id: body.id });
    expect(await arrivals(body.id)).toEqual([]);
    await paypal('POST', `/v2/checkout/orders/${body.id}/capture`, {});
    await all.sim.idle({ id: body.id, until: 'all' });
    expect(await arrivals(body.id)).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED']);
  });

  it('a reorder fault stops holding events after a while', async () => {
    const { id } = await session();
    await all.sim.addFault({ kind: 'reorder', times: 5, holdMs: 50, scope: { id } });
    await all.sim.stripe.pay(id);
    await all.sim.idle({ id, until: 'all' });
    expect(await arrivals(id)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  });

  it('a webhook is retried until the shop accepts it', async () => {
    const { id } = await session();
    all.shop.status = 503;
    await all.sim.stripe.pay(id);
    await all.sim.idle({ id, until: 'due' });
    all.shop.status = 200;
    await all.sim.idle({ id });
    const [event] = await all.sim.events({ id, type: 'checkout.session.completed' });
    const [delivery] = event?.deliveries ?? [];
    expect(delivery?.status).toBe('delivered');
    expect(delivery?.responses[0]).toMatchObject({ status: 503, body: 'not now' });
    expect(delivery?.responses.at(-1)?.status).toBe(200);
  });
});

describe('a failing API call', () => {
  it('before its work does nothing, and the next call does it', async () => {
    await all.sim.addFault({
      kind: 'fail',
      method: 'POST',
      path: '/v1/checkout/sessions',
      scope: { metadata: { pago_id: 'pago-before' } },
    });
    const body = checkout({ metadata: { pago_id: 'pago-before' } });
    await expect(all.stripe.checkout.sessions.create(body, { idempotencyKey: 'before' })).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    });
    expect((await all.stripe.checkout.sessions.create(body, { idempotencyKey: 'before' })).status).toBe('open');
  });

  it('after its work has an effect, and the idempotency key repeats the error as at Stripe', async () => {
    const { id } = await session();
    await all.sim.stripe.pay(id);
    const intent = String((await all.stripe.checkout.sessions.retrieve(id)).payment_intent);
    await all.sim.addFault({ kind: 'fail', path: '/v1/refunds', when: 'after', scope: { id } });
    const refund = () => all.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `r-${intent}` });
    await expect(refund()).rejects.toMatchObject({ statusCode: 500 });
    await expect(refund()).rejects.toMatchObject({ statusCode: 500 });
    expect((await all.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  it('that times out after a capture has captured, as its request id shows', async () => {
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
    await all.sim.paypal.approve(body.id);
    await all.sim.addFault({
      kind: 'fail',
      path: '/v2/checkout/orders/*/capture',
      when: 'after',
      mode: 'timeout',
      holdMs: 20,
      scope: { id: body.id },
    });
    const capture = () =>
      paypal('POST', `/v2/checkout/orders/${body.id}/capture`, {}, { 'paypal-request-id': 'timeout-1' });
    await expect(capture()).rejects.toThrow();
    expect((await paypal('GET', `/v2/checkout/orders/${body.id}`)).body.status).toBe('COMPLETED');
    expect(await capture()).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });

  it("can be a disconnect before the work, or an error with the provider's text", async () => {
    const payout = {
      sender_batch_header: { sender_batch_id: 'retiro-f' },
      items: [{ recipient_type: 'EMAIL', amount: { value: '5.00', currency: 'EUR' }, receiver: 'a@example.com' }],
    };
    const scope = { metadata: { sender_batch_id: 'retiro-f' } };
    await all.sim.addFault({ kind: 'fail', mode: 'disconnect', scope });
    await all.sim.addFault({
      kind: 'fail',
      status: 422,
      error: {
        name: 'INSUFFICIENT_FUNDS',
        message: 'Sender does not have sufficient funds. Please add funds and retry.',
      },
      scope,
    });
    await expect(paypal('POST', '/v1/payments/payouts', payout)).rejects.toThrow();
    expect(await paypal('POST', '/v1/payments/payouts', payout)).toMatchObject({
      status: 422,
      body: { name: 'INSUFFICIENT_FUNDS' },
    });
    expect((await paypal('POST', '/v1/payments/payouts', payout)).status).toBe(201);
  });

  it('does not affect the calls of others', async () => {
    const [mine, other] = [await session(), await session()];
    await all.sim.addFault({ kind: 'fail', times: 100, scope: { id: mine.id } });
    await expect(all.stripe.checkout.sessions.retrieve(mine.id)).rejects.toMatchObject({ statusCode: 500 });
    expect((await all.stripe.checkout.sessions.retrieve(other.id)).id).toBe(other.id);
  });
});

describe('a tampered payment', () => {
  it('is reported by the provider with another amount than requested', async () => {
    const { id } = await session();
    await all.sim.stripe.tamper(id, { amount_total: 1 });
    await all.sim.stripe.pay(id);
    expect(await all.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      amount_total: 1,
      payment_intent: { amount_received: 1 },
    });
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
    await all.sim.paypal.tamper(body.id, { currency_code: 'USD' });
    await all.sim.paypal.approve(body.id);
    const captured = await paypal('POST', `/v2/checkout/orders/${body.id}/capture`, {});
    expect(captured.body.purchase_units[0].payments.captures[0].amount).toEqual({
      currency_code: 'USD',
      value: '13.33',
    });
  });
});

describe('the fault API', () => {
  it('refuses invalid requests with clear messages', async () => {
    await expect(all.sim.addFault({ kind: 'delay' } as never)).rejects.toThrow('400');
    await expect(all.sim.stripe.pay('cs_none')).rejects.toThrow('No checkout session cs_none.');
    await expect(all.sim.paypal.settle('none', 'denied')).rejects.toThrow('No capture for none.');
  });

  it('only accepts the loopback host name', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${all.url}/_sim/faults`, { headers: { host: 'evil.example' } }, (response) =>
        resolve(response.statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});
