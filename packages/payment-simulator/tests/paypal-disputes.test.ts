import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Everything, keys, startEverything } from '../src/testing.ts';

let all: Everything;
let token = '';

beforeAll(async () => {
  all = await startEverything();
  const login = await fetch(`${all.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${keys.paypalClientId}:${keys.paypalClientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  token = (await login.json()).access_token;
});
afterAll(() => all.stop());

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${all.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      'paypal-request-id': crypto.randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const amount = (value: string) => ({ currency_code: 'EUR', value });

/** A captured order of 10 euros. */
async function capture(): Promise<{ order: string; id: string }> {
  const created = await call('POST', '/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ amount: amount('10.00'), custom_id: crypto.randomUUID() }],
  });
  const order = created.body.id;
  await all.sim.paypal.approve(order);
  const captured = await call('POST', `/v2/checkout/orders/${order}/capture`, {});
  return { order, id: captured.body.purchase_units[0].payments.captures[0].id };
}

const statusOf = async (id: string) => (await call('GET', `/v2/payments/captures/${id}`)).body.status;

test("a dispute passes through PayPal's states, with a webhook for each", async () => {
  const { order, id } = await capture();
  const opened = await all.sim.paypal.dispute(order, { stage: 'INQUIRY' });
  expect(opened).toMatchObject({
    dispute_id: expect.stringMatching(/^PP-R-/),
    status: 'OPEN',
    dispute_state: 'OPEN_INQUIRIES',
    dispute_life_cycle_stage: 'INQUIRY',
    disputed_transactions: [{ seller_transaction_id: id, gross_amount: amount('10.00') }],
  });
  expect(await statusOf(id)).toBe('COMPLETED');
  await all.sim.paypal.updateDispute(order, { stage: 'CHARGEBACK', status: 'UNDER_REVIEW' });
  expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED');
  expect((await call('POST', `/v2/payments/captures/${id}/refund`, { amount: amount('1.00') })).body.details).toEqual([
    expect.objectContaining({ issue: 'TRANSACTION_DISPUTED' }),
  ]);
  await all.sim.paypal.resolveDispute(order, 'RESOLVED_SELLER_FAVOUR');
  expect(await statusOf(id)).toBe('COMPLETED');
  const found = await call('GET', `/v1/customer/disputes/${opened.dispute_id}`);
  expect(found.body).toMatchObject({
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
  });
  const types = (await all.sim.events({ provider: 'paypal', id: order })).map(({ type }) => type);
  expect(types.filter((type) => type.includes('DISPUTE'))).toEqual([
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.UPDATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ]);
  await expect(all.sim.paypal.updateDispute(order, { status: 'OPEN' })).rejects.toThrow('409');
});

test('a lost dispute reverses the capture', async () => {
  const { order, id } = await capture();
  await all.sim.paypal.dispute(order, { amount: amount('4.00') });
  await all.sim.paypal.resolveDispute(order, 'RESOLVED_BUYER_FAVOUR');
  expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED');
  const view = await call('GET', `/v2/checkout/orders/${order}`);
  expect(view.body.purchase_units[0].payments.refunds).toMatchObject([{ amount: amount('4.00'), status: 'COMPLETED' }]);
  const [reversed] = await all.sim.events({ type: 'PAYMENT.CAPTURE.REVERSED', id: order });
  expect(reversed?.body).toMatchObject({ resource: { amount: amount('4.00') } });
});

test('the list of disputes is filtered by transaction and time, and paginated', async () => {
  const before = new Date().toISOString();
  const { order, id } = await capture();
  for (let count = 0; count < 3; count += 1) await all.sim.paypal.dispute(order);
  const first = await call('GET', `/v1/customer/disputes?disputed_transaction_id=${id}&page_size=2`);
  expect(first.body.items).toHaveLength(2);
  expect(first.body.items[0]).not.toHaveProperty('disputed_transactions');
  const next = new URL(first.body.links.find(({ rel }: { rel: string }) => rel === 'next').href);
  expect((await call('GET', `${next.pathname}${next.search}`)).body.items).toHaveLength(1);
  const since = async (time: string) =>
    (await call('GET', `/v1/customer/disputes?page_size=50&update_time_after=${time}`)).body.items.length;
  expect(await since(before)).toBeGreaterThanOrEqual(3);
  expect(await since(new Date(Date.now() + 60_000).toISOString())).toBe(0);
  expect(await call('GET', '/v1/customer/disputes?page_size=51')).toMatchObject({ status: 400 });
  expect(await call('GET', `/v1/customer/disputes?start_time=${before}&disputed_transaction_id=${id}`)).toMatchObject({
    status: 400,
  });
  expect(await call('GET', '/v1/customer/disputes/PP-R-NOBODY')).toMatchObject({ status: 404 });
});

test('a pending refund that fails is returned to the capture', async () => {
  const { order, id } = await capture();
  await all.sim.paypal.holdRefunds(order);
  const refund = await call('POST', `/v2/payments/captures/${id}/refund`, { amount: amount('10.00') });
  expect(refund.body).toMatchObject({ status: 'PENDING', amount: amount('10.00') });
  expect(await statusOf(id)).toBe('REFUNDED');
  await all.sim.paypal.settleRefund(order, 'FAILED');
  expect(await statusOf(id)).toBe('COMPLETED');
  expect((await call('GET', `/v2/payments/refunds/${refund.body.id}`)).body.status).toBe('FAILED');
  await expect(all.sim.paypal.settleRefund(order, 'COMPLETED')).rejects.toThrow('409');
});
