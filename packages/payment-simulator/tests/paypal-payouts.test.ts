import { describe, expect, it } from 'vitest';
import { paypalFor } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();
const paypal = await paypalFor(all.url);

const types = async (id: string) => (await all.sim.events({ id })).map((event) => event.type);

describe('payouts', () => {
  const payout = (id: string, receiver: string, value = '12.50') =>
    paypal('POST', '/v1/payments/payouts', {
      sender_batch_header: { sender_batch_id: id, email_subject: 'Tu retirada' },
      items: [{ recipient_type: 'EMAIL', amount: { value, currency: 'EUR' }, receiver, sender_item_id: `item-${id}` }],
    });

  it.each([
    ['creadora@example.com', 'SUCCESS', 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', undefined],
    ['unclaimed@example.com', 'UNCLAIMED', 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED', 'RECEIVER_UNREGISTERED'],
    ['failed+1@example.com', 'FAILED', 'PAYMENT.PAYOUTS-ITEM.FAILED', 'RECEIVER_ACCOUNT_LOCKED'],
    ['blocked@example.com', 'BLOCKED', 'PAYMENT.PAYOUTS-ITEM.BLOCKED', 'RISK_DECLINE'],
  ])('to %s ends as %s', async (receiver, status, type, error) => {
    const made = await payout(`retiro-${receiver}`, receiver);
    expect([made.status, made.body.batch_header.batch_status]).toEqual([201, 'PENDING']);
    const id = made.body.batch_header.payout_batch_id as string;
    await all.sim.idle({ id });
    const batch = await paypal('GET', `/v1/payments/payouts/${id}`);
    expect(batch.body.batch_header).toMatchObject({
      batch_status: 'SUCCESS',
      amount: { currency: 'EUR', value: '12.50' },
      sender_batch_header: { sender_batch_id: `retiro-${receiver}` },
    });
    const [item] = batch.body.items;
    expect(item).toMatchObject({
      transaction_status: status,
      payout_item: { receiver, sender_item_id: `item-retiro-${receiver}` },
    });
    expect(item.errors?.name).toBe(error);
    if (error) expect(item.errors.debug_id).toMatch(/^[0-9a-f]{13}$/);
    expect((await paypal('GET', `/v1/payments/payouts-item/${item.payout_item_id}`)).body.transaction_status).toBe(
      status,
    );
    expect(await types(id)).toEqual(['PAYMENT.PAYOUTSBATCH.PROCESSING', type, 'PAYMENT.PAYOUTSBATCH.SUCCESS']);
  });

  it('refuse a used sender_batch_id and link to its batch', async () => {
    const first = await payout('retiro-1', 'creadora@example.com');
    const second = await payout('retiro-1', 'creadora@example.com');
    expect([second.status, second.body.name, second.body.details[0].field]).toEqual([
      400,
      'USER_BUSINESS_ERROR',
      'SENDER_BATCH_ID',
    ]);
    expect(second.body.links).toEqual([]);
    expect(second.body.details[0].link[0].href).toBe(
      `${all.url}/v1/payments/payouts/${first.body.batch_header.payout_batch_id}`,
    );
  });

  it('to denied@ are denied as a batch, which only shows its header', async () => {
    const made = await payout('retiro-6', 'denied@example.com');
    const id = made.body.batch_header.payout_batch_id as string;
    await all.sim.idle({ id });
    const { body } = await paypal('GET', `/v1/payments/payouts/${id}`);
    expect([body.batch_header.batch_status, body.items]).toEqual(['DENIED', undefined]);
    expect(await types(id)).toEqual(['PAYMENT.PAYOUTSBATCH.DENIED']);
  });

  it('repeated with a PayPal-Request-Id return the same response, until PayPal has forgotten it', async () => {
    const key = { 'PayPal-Request-Id': 'retiro:retiro-7' };
    const body = {
      sender_batch_header: { sender_batch_id: 'retiro-7' },
      items: [{ recipient_type: 'EMAIL', amount: { value: '5.00', currency: 'EUR' }, receiver: 'a@example.com' }],
    };
    const first = await paypal('POST', '/v1/payments/payouts', body, key);
    const second = await paypal('POST', '/v1/payments/payouts', body, key);
    expect([second.status, second.body.batch_header]).toEqual([200, first.body.batch_header]);
    await all.sim.paypal.forgetRequests();
    expect((await paypal('POST', '/v1/payments/payouts', body, key)).body.name).toBe('USER_BUSINESS_ERROR');
  });

  it('refuse an invalid receiver or amount, and can be cancelled and returned while unclaimed', async () => {
    expect((await payout('retiro-2', 'nobody')).body.details[0].field).toBe('items[0].receiver');
    expect((await payout('retiro-3', 'a@example.com', '0.00')).body.name).toBe('VALIDATION_ERROR');
    const made = await payout('retiro-4', 'unclaimed@example.com');
    const id = made.body.batch_header.payout_batch_id as string;
    await all.sim.idle({ id });
    const { body } = await paypal('GET', `/v1/payments/payouts/${id}`);
    const item = body.items[0].payout_item_id as string;
    expect((await paypal('POST', `/v1/payments/payouts-item/${item}/cancel`)).body.transaction_status).toBe('RETURNED');
    expect((await paypal('POST', `/v1/payments/payouts-item/${item}/cancel`)).body.name).toBe('ITEM_INCORRECT_STATUS');
    expect((await types(id)).at(-1)).toBe('PAYMENT.PAYOUTS-ITEM.RETURNED');
  });

  it('keep the state that the control API sets right after their creation', async () => {
    for (let count = 0; count < 10; count += 1) {
      const made = await payout(`retiro-6-${count}`, 'ana@example.com', '1.00');
      const id = made.body.batch_header.payout_batch_id as string;
      await all.sim.paypal.setPayoutItem(id, 'BLOCKED');
      await all.sim.idle({ id });
      const { body } = await paypal('GET', `/v1/payments/payouts/${id}`);
      expect(body.items[0].transaction_status).toBe('BLOCKED');
    }
  });

  it('change to a later state by the control API', async () => {
    const made = await payout('retiro-5', 'pending@example.com');
    await all.sim.idle({ id: made.body.batch_header.payout_batch_id });
    await all.sim.paypal.setPayoutItem('item-retiro-5', 'SUCCESS');
    expect((await types('item-retiro-5')).at(-1)).toBe('PAYMENT.PAYOUTS-ITEM.SUCCEEDED');
  });
});
