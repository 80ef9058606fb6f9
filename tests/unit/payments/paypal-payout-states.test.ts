import { describe, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';
import { answers, calls, refused } from './paypal-answers.ts';

stubEnvironment();
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const { callPayPal } = await import('./paypal-answers.ts');
  return { ...(await original<object>()), callPayPal };
});
const { payPalPayouts } = await import('@/lib/payments/paypal/payouts');

describe('a payout', () => {
  const withdrawal = { id: 'w-1', email: 'ana@gmail.com', cents: 1_205 };
  const send = 'POST /v1/payments/payouts';
  const find = 'GET /v1/payments/payouts/B1';
  const batch = (header: object, ...items: object[]) => ({
    batch_header: { batch_status: 'SUCCESS', sender_batch_header: { sender_batch_id: 'w-1' }, ...header },
    ...(items.length > 0 ? { items } : {}),
  });
  const item = (transaction_status: string, change: object = {}) => ({
    payout_item_id: 'I1',
    transaction_status,
    ...change,
  });

  test('has its receiver, its amount in euros, and its own id as key', async () => {
    answers[send] = { batch_header: { payout_batch_id: 'B1' } };
    expect(await payPalPayouts.send(withdrawal)).toBe('B1');
    expect(calls()).toEqual([
      {
        method: 'POST',
        path: '/v1/payments/payouts',
        requestId: 'retiro:w-1',
        body: {
          sender_batch_header: { sender_batch_id: 'w-1', email_subject: 'UnStore' },
          items: [
            {
              recipient_type: 'EMAIL',
              receiver: 'ana@gmail.com',
              sender_item_id: 'w-1',
              amount: { currency: 'EUR', value: '12.05' },
            },
          ],
        },
      },
    ]);
  });

  test('that exists is found by the link of its refusal', async () => {
    answers[send] = refused(400, 'exists', 'https://api.paypal.com/v1/payments/payouts/B1');
    expect(await payPalPayouts.send(withdrawal)).toBe('B1');
  });

  test.each([
    ['another object', 'https://api.paypal.com/v1/payments/payouts-item/I1'],
    ['a part of a batch', 'https://api.paypal.com/v1/payments/payouts/B1/items'],
    ['no batch', 'https://api.paypal.com/v1/payments/payouts/?page=1'],
    ['nothing', undefined],
  ])('refused with a link to %s has no batch', async (_what, href) => {
    const problem = refused(400, 'exists', href);
    answers[send] = problem;
    await expect(payPalPayouts.send(withdrawal)).rejects.toBe(problem);
  });

  test('without the id of its batch is not recorded as sent', async () => {
    answers[send] = { batch_header: {} };
    await expect(payPalPayouts.send(withdrawal)).rejects.toThrow('payout_batch_id');
  });

  test.each(['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED'])(
    'that is %s has failed, with the reason of PayPal',
    async (status) => {
      answers[find] = batch({}, item(status, { errors: { name: 'RECEIVER_ACCOUNT_LOCKED' } }));
      const failed = { withdrawalId: 'w-1', state: 'failed', wait: null, itemId: 'I1' };
      expect(await payPalPayouts.find('B1')).toEqual({ ...failed, reason: 'RECEIVER_ACCOUNT_LOCKED' });
      answers[find] = batch({}, item(status));
      expect(await payPalPayouts.find('B1')).toEqual({ ...failed, reason: status });
    },
  );

  test.each([
    ['SUCCESS', 'paid', null],
    ['UNCLAIMED', 'waiting', 'unclaimed'],
    ['ONHOLD', 'waiting', 'held'],
    ['HELD', 'waiting', 'held'],
    ['NEW_STATUS', 'waiting', null],
  ])('that is %s is %s, waiting for: %s', async (status, state, wait) => {
    answers[find] = batch({}, item(status, { errors: { name: 'RECEIVER_UNREGISTERED' } }));
    expect(await payPalPayouts.find('B1')).toEqual({ withdrawalId: 'w-1', state, wait, itemId: 'I1', reason: null });
  });

  test.each(['DENIED', 'CANCELED'])(
    'in a batch that is %s has failed, whatever its item says',
    async (batch_status) => {
      answers[find] = batch({ batch_status, errors: { name: 'SENDER_RESTRICTED' } }, item('SUCCESS'));
      const failed = { withdrawalId: 'w-1', state: 'failed', wait: null };
      expect(await payPalPayouts.find('B1')).toEqual({ ...failed, itemId: 'I1', reason: 'SENDER_RESTRICTED' });
      answers[find] = batch({ batch_status });
      expect(await payPalPayouts.find('B1')).toEqual({ ...failed, itemId: null, reason: batch_status });
    },
  );

  test('in a new batch waits, and that of another app belongs to no withdrawal', async () => {
    answers[find] = batch({ batch_status: 'PENDING', sender_batch_header: undefined });
    const waiting = { withdrawalId: null, state: 'waiting', wait: null, itemId: null, reason: null };
    expect(await payPalPayouts.find('B1')).toEqual(waiting);
    answers[find] = batch({ sender_batch_header: {} });
    expect(await payPalPayouts.find('B1')).toEqual(waiting);
  });
});
