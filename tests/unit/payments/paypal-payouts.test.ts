import { describe, expect, test } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { payPalPayouts } = await import('@/lib/payments/paypal/payouts');
const { PayPalError } = await import('@/lib/payments/paypal/client');
const { readPayPalEvent } = await import('@/lib/payments/paypal/events');

const withdrawalOf = () => ({ id: crypto.randomUUID(), email: 'ana@gmail.com', cents: 1_234 });
const path = '/v1/payments/payouts';

/** A payout whose item has a state. */
async function sent(status: Parameters<typeof all.sim.paypal.setPayoutItem>[1]) {
  const withdrawal = withdrawalOf();
  const batch = await payPalPayouts.send(withdrawal);
  await all.sim.paypal.setPayoutItem(batch, status);
  return { withdrawal, found: await payPalPayouts.find(batch) };
}

describe('a payout', () => {
  test('is sent once by repeated requests', async () => {
    const withdrawal = withdrawalOf();
    const batch = await payPalPayouts.send(withdrawal);
    expect(await payPalPayouts.send(withdrawal)).toBe(batch);
    expect(await payPalPayouts.find(batch)).toMatchObject({ withdrawalId: withdrawal.id, reason: null });
  });

  test('with a lost response is found by its repetition', async () => {
    const withdrawal = withdrawalOf();
    await all.sim.addFault({ kind: 'fail', provider: 'paypal', path, times: 2, when: 'after', mode: 'disconnect' });
    const error = await payPalPayouts.send(withdrawal).catch((problem: unknown) => problem);
    expect(payPalPayouts.refusal(error)).toBeNull();
    await all.sim.clearFaults();
    const batch = await payPalPayouts.send(withdrawal);
    expect(await payPalPayouts.find(batch)).toMatchObject({ withdrawalId: withdrawal.id });
  });

  test.each([
    ['SUCCESS', 'paid', null, false],
    ['FAILED', 'failed', null, true],
    ['RETURNED', 'failed', null, true],
    ['BLOCKED', 'failed', null, true],
    ['REFUNDED', 'failed', null, true],
    ['UNCLAIMED', 'waiting', 'unclaimed', false],
    ['ONHOLD', 'waiting', 'held', false],
    ['PENDING', 'waiting', null, false],
  ] as const)('with the status %s is %s, waiting for: %s', async (status, state, wait, hasReason) => {
    const { withdrawal, found } = await sent(status);
    expect(found).toMatchObject({ withdrawalId: withdrawal.id, state, wait, itemId: expect.any(String) });
    expect(found.reason !== null).toBe(hasReason);
  });

  test.each([
    [400, 'INSUFFICIENT_FUNDS', true],
    [404, 'X', true],
    [409, 'X', true],
    [422, 'X', true],
    [400, 'sender_batch_id already exists', false],
    [400, 'Duplicate batch', false],
    [401, 'X', false],
    [403, 'X', false],
    [429, 'X', false],
    [500, 'X', false],
  ])('with the response %i and %s is finally refused: %s', (status, issue, isRefused) => {
    const error = Object.assign(Object.create(PayPalError.prototype), { status, issue });
    expect(payPalPayouts.refusal(error)).toBe(isRefused ? issue : null);
    expect(payPalPayouts.refusal(new Error(issue))).toBeNull();
  });
});

describe('an event of a payout', () => {
  const withdrawalId = crypto.randomUUID();
  const news = (event_type: string, resource: object) =>
    readPayPalEvent({ id: 'WH-1', event_type, resource } as Parameters<typeof readPayPalEvent>[0]);

  test('contains the withdrawal, by its batch or by its item', async () => {
    const batch_header = { payout_batch_id: 'B1', sender_batch_header: { sender_batch_id: withdrawalId } };
    expect(await news('PAYMENT.PAYOUTSBATCH.SUCCESS', { batch_header })).toEqual({
      kind: 'payout',
      withdrawalId,
      batchId: 'B1',
    });
    const item = { payout_item: { sender_item_id: withdrawalId } };
    expect(await news('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', { ...item, payout_batch_id: 'B1' })).toMatchObject({
      withdrawalId,
      batchId: 'B1',
    });
    expect(await news('PAYMENT.PAYOUTS-ITEM.FAILED', item)).toMatchObject({ withdrawalId, batchId: null });
  });

  test.each([{}, { payout_item: { sender_item_id: 'w-1' } }, { batch_header: { payout_batch_id: 'B1' } }])(
    'of another app is ignored: %o',
    async (resource) => expect(await news('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', resource)).toBeNull(),
  );
});
