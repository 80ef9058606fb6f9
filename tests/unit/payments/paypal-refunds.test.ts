import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Evidence } from '@/lib/payments/provider';
import { stubEnvironment } from '../environment.ts';
import {
  answers,
  asked,
  callPayPal,
  calls,
  capture,
  euros,
  orderOf,
  read,
  refused,
  unclear,
} from './paypal-answers.ts';

stubEnvironment();
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const { callPayPal } = await import('./paypal-answers.ts');
  return { ...(await original<object>()), callPayPal };
});
const { log } = await import('@/lib/core/log');
const { findCapturedOrder } = await import('@/lib/payments/paypal/captures');
const disputes = await import('@/lib/payments/paypal/disputes');
const { sendPayPalEvidence } = await import('@/lib/payments/paypal/evidence');
const { refundPayPalPayment } = await import('@/lib/payments/paypal/refunds');
const { findPayPalReversals, findReversalsWith } = await import('@/lib/payments/paypal/reversals');

beforeEach(
  () =>
    void vi
      .spyOn(log, 'error')
      .mockReset()
      .mockImplementation(() => undefined),
);

describe('a capture', () => {
  const call = 'GET /v2/payments/captures/CAP1';
  const known = { ...capture, custom_id: 'pago-1', supplementary_data: { related_ids: { order_id: 'ORDER1' } } };

  test.each<[string, object, unknown]>([
    ['the shop is found', {}, { orderId: 'ORDER1', paymentId: 'pago-1' }],
    ['another shop has no payment', { custom_id: undefined }, null],
    ['an invoice has no order', { supplementary_data: { related_ids: {} } }, null],
    ['a transfer has no related ids', { supplementary_data: {} }, null],
    ['a button has no further data', { supplementary_data: undefined }, null],
  ])('of %s', async (_what, change, found) => {
    answers[call] = { ...known, ...change };
    expect(await findCapturedOrder('CAP1')).toEqual(found);
  });

  test('is unknown only if PayPal says so', async () => {
    expect(await findCapturedOrder('CAP1')).toBeNull();
    for (const problem of [...unclear, refused(403)]) {
      answers[call] = problem;
      await expect(findCapturedOrder('CAP1')).rejects.toBe(problem);
    }
  });
});

describe('a refund', () => {
  const call = 'POST /v2/payments/captures/CAP1/refund';
  const order = { id: crypto.randomUUID(), cents: 305 };
  const made = { id: 'REF1', status: 'COMPLETED', amount: euros('3.05'), create_time: '2026-11-01T10:00:00Z' };

  test('has its amount, the currency of its capture, and its own id as key', async () => {
    const dollars = { ...capture, amount: { currency_code: 'USD', value: '9.99' } };
    Object.assign(answers, { [read]: orderOf('COMPLETED', { payments: { captures: [dollars] } }), [call]: made });
    expect(await refundPayPalPayment('ORDER1', order)).toMatchObject({ id: 'REF1', state: 'hecho', cents: 305 });
    expect(calls().at(-1)).toEqual({
      method: 'POST',
      path: '/v2/payments/captures/CAP1/refund',
      requestId: `reembolso:${order.id}`,
      body: { amount: { currency_code: 'USD', value: '3.05' }, custom_id: order.id },
    });
  });

  test('that failed has the reason of PayPal', async () => {
    const problem = { status: 'FAILED', status_details: { reason: 'ECHECK' } };
    Object.assign(answers, { [read]: orderOf('COMPLETED'), [call]: { ...made, ...problem } });
    expect(await refundPayPalPayment('ORDER1', order)).toMatchObject({ state: 'fallido', problem: 'ECHECK' });
  });

  test.each<[string, unknown]>([
    ['unknown order', undefined],
    ['order without units', { id: 'ORDER1', status: 'CREATED' }],
    ['order without a unit', { ...orderOf('CREATED'), purchase_units: [] }],
    ['order without payments', orderOf('APPROVED', {})],
    ['order without captures', orderOf('APPROVED', { payments: {} })],
  ])('of an %s is refused, and nothing is listed for it', async (_what, found) => {
    answers[read] = found;
    expect(await refundPayPalPayment('ORDER1', order)).toEqual({ refused: 'NO_CAPTURE' });
    expect(await findPayPalReversals('ORDER1')).toBeNull();
  });

  test('is refused only if PayPal refuses it', async () => {
    Object.assign(answers, { [read]: orderOf('COMPLETED'), [call]: refused(422, 'REFUND_AMOUNT_EXCEEDED') });
    expect(await refundPayPalPayment('ORDER1', order)).toEqual({ refused: 'REFUND_AMOUNT_EXCEEDED' });
    for (const problem of unclear) {
      answers[call] = problem;
      await expect(refundPayPalPayment('ORDER1', order)).rejects.toBe(problem);
    }
  });

  describe('that PayPal made itself', () => {
    const own = 'GET /v2/payments/refunds/REF2';
    const listed = { ...made, id: 'REF1' };
    const ids = async (id: string | null) => (await findReversalsWith('ORDER1', id))?.refunds.map((found) => found.id);

    beforeEach(() => {
      const payments = { captures: [capture], refunds: [listed] };
      answers[read] = orderOf('COMPLETED', { payments });
      answers['GET /v1/customer/disputes?disputed_transaction_id=CAP1&page_size=50'] = {};
      answers[own] = { ...made, id: 'REF2' };
    });

    test('is added to those of its order, once', async () => {
      expect(await ids('REF2')).toEqual(['REF1', 'REF2']);
      expect(await ids('REF1')).toEqual(['REF1']);
      expect(await ids(null)).toEqual(['REF1']);
      expect(asked().filter((call) => call === own)).toHaveLength(1);
      answers[read] = orderOf('APPROVED', {});
      expect(await findReversalsWith('ORDER1', 'REF2')).toBeNull();
    });

    test('is omitted only if PayPal does not know it', async () => {
      answers[own] = undefined;
      expect(await ids('REF2')).toEqual(['REF1']);
      for (const problem of [...unclear, refused(403)]) {
        answers[own] = problem;
        await expect(ids('REF2')).rejects.toBe(problem);
      }
    });
  });
});

describe('disputes', () => {
  const first = 'GET /v1/customer/disputes?disputed_transaction_id=CAP1&page_size=50';
  const dispute = (id: string, ...captures: (string | undefined)[]) => ({
    dispute_id: id,
    create_time: '2026-11-01T00:00:00.000Z',
    update_time: '2026-11-01T00:00:00.000Z',
    status: 'OPEN',
    disputed_transactions: captures.map((seller_transaction_id) => ({ seller_transaction_id })),
  });
  const next = (query: string) => [
    { rel: 'self', href: 'https://api.paypal.com/v1/customer/disputes' },
    { rel: 'next', href: `https://api.paypal.com/v1/customer/disputes?${query}` },
  ];

  test('are read page by page, with their details', async () => {
    answers[first] = { items: [{ dispute_id: 'D1' }], links: next('next_page_token=t&page_size=50') };
    answers['GET /v1/customer/disputes?next_page_token=t&page_size=50'] = {
      items: [{ dispute_id: 'D2' }],
      links: [{ rel: 'self', href: 'https://api.paypal.com/v1/customer/disputes' }],
    };
    for (const id of ['D1', 'D2']) answers[`GET /v1/customer/disputes/${id}`] = dispute(id, 'CAP1');
    expect((await disputes.disputesOf('CAP1')).map(({ dispute_id }) => dispute_id)).toEqual(['D1', 'D2']);
    expect(asked()).toHaveLength(4);
  });

  test('are read from at most a hundred pages', async () => {
    answers[first] = { links: next('disputed_transaction_id=CAP1&page_size=50') };
    expect(await disputes.disputesOf('CAP1')).toEqual([]);
    expect(asked()).toHaveLength(100);
  });

  test('without a permission of the app are none, and the team is told', async () => {
    Object.assign(answers, { [first]: refused(403, 'NOT_AUTHORIZED'), 'GET /v1/customer/disputes/D1': refused(403) });
    expect(await disputes.disputesOf('CAP1')).toEqual([]);
    expect(await disputes.findNamedDispute('D1')).toBeNull();
    expect(log.error).toHaveBeenCalledTimes(2);
    for (const problem of [...unclear, refused(404), refused(401)]) {
      Object.assign(answers, { [first]: problem, 'GET /v1/customer/disputes/D1': problem });
      await expect(disputes.disputesOf('CAP1')).rejects.toBe(problem);
      await expect(disputes.findNamedDispute('D1')).rejects.toBe(problem);
    }
  });

  test('changed since a time are found by their orders, each once', async () => {
    const since = new Date('2026-11-01T10:00:00Z');
    answers['GET /v1/customer/disputes?update_time_after=2026-11-01T10%3A00%3A00.000Z&page_size=50'] = {
      items: [{ dispute_id: 'D1' }, { dispute_id: 'D2' }],
    };
    answers['GET /v1/customer/disputes/D1'] = dispute('D1', undefined, 'CAP1');
    answers['GET /v1/customer/disputes/D2'] = dispute('D2', 'CAP1', 'ELSEWHERE');
    answers['GET /v2/payments/captures/CAP1'] = {
      ...capture,
      custom_id: 'pago-1',
      supplementary_data: { related_ids: { order_id: 'ORDER1' } },
    };
    expect(await disputes.disputedOrders(since)).toEqual(['ORDER1']);
    expect(asked().filter((call) => call.includes('/captures/'))).toEqual([
      'GET /v2/payments/captures/CAP1',
      'GET /v2/payments/captures/CAP1',
      'GET /v2/payments/captures/ELSEWHERE',
    ]);
  });
});

describe('a response to a dispute', () => {
  const path = '/v1/customer/disputes/PP-1';
  const send = `POST ${path}/provide-evidence`;
  const waiting = { status: 'WAITING_FOR_SELLER_RESPONSE', links: [{ rel: 'self' }, { rel: 'provide-evidence' }] };
  const files = [{ id: 'a.png', kind: 'recibo', note: null, type: 'image/png', read: async () => new Uint8Array(9) }];
  const evidence = { text: 'Lo descargó', product: 'x', log: '', deliveredOn: null, files } as Evidence;

  test('is sent beside evidence of others, and its files do not stay', async () => {
    Object.assign(answers, { [`GET ${path}`]: { ...waiting, evidences: [{ source: 'SUBMITTED_BY_BUYER' }] } });
    const stored: boolean[] = [];
    answers[send] = {};
    const answer = callPayPal.getMockImplementation();
    callPayPal.mockImplementation((call) => {
      if (call.form) stored.push(existsSync(call.form.file1.path));
      return answer?.(call) ?? Promise.reject(new Error('no answer'));
    });
    expect(await sendPayPalEvidence('PP-1', evidence)).toBe('sent');
    const { form, patienceMs } = calls().at(-1) ?? {};
    expect(patienceMs).toBe(30_000);
    expect(JSON.parse(form.input)).toEqual({
      evidences: [
        { evidence_type: 'OTHER', notes: 'Lo descargó' },
        { evidence_type: 'PROOF_OF_RECEIPT_COPY', documents: [{ name: 'a.png' }] },
      ],
    });
    expect([stored, existsSync(dirname(form.file1.path)), form.file1.destroyed]).toEqual([[true], false, true]);
  });

  test.each([
    ['waits for the buyer', { status: 'WAITING_FOR_BUYER_RESPONSE', links: [{ rel: 'self' }] }],
    ['has no links', { status: 'RESOLVED' }],
  ])('is refused with the status of a dispute that %s', async (_what, shown) => {
    answers[`GET ${path}`] = shown;
    expect(await sendPayPalEvidence('PP-1', evidence)).toEqual({ refused: shown.status });
  });

  test('is refused only if PayPal refuses it', async () => {
    Object.assign(answers, { [`GET ${path}`]: waiting, [send]: refused(400, 'INVALID_FILE_TYPE') });
    expect(await sendPayPalEvidence('PP-1', evidence)).toEqual({ refused: 'INVALID_FILE_TYPE' });
    for (const problem of unclear) {
      answers[send] = problem;
      await expect(sendPayPalEvidence('PP-1', evidence)).rejects.toBe(problem);
      expect(existsSync(dirname(calls().at(-1)?.form.file1.path))).toBe(false);
    }
  });
});
