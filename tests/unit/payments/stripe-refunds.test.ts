import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '@/lib/payments/provider';
import { sendCardEvidence } from '@/lib/payments/stripe/evidence';
import { refundCardPayment } from '@/lib/payments/stripe/refunds';
import { findCardReversals, findReversalsOfIntent } from '@/lib/payments/stripe/reversals';
import { answer, api, invalid, payment, refuse, session, unclear } from './stripe-answers.ts';

describe('a refund', () => {
  const order = { id: crypto.randomUUID(), cents: 305 };
  const made = { id: 're_1', amount: 305, created: 1_700_000_000, status: 'succeeded', reason: null, metadata: {} };

  test.each(['pi_1', { id: 'pi_1' }])(
    'has its amount, its intent and its own id as key: %o',
    async (payment_intent) => {
      answer('retrieve', session({ payment_intent }));
      answer('refund', made);
      expect(await refundCardPayment('cs_1', order)).toMatchObject({ id: 're_1', state: 'hecho', cents: 305 });
      expect(api.refund.mock.calls).toEqual([
        [
          { payment_intent: 'pi_1', amount: 305, metadata: { reembolso_id: order.id } },
          { idempotencyKey: `reembolso:${order.id}` },
        ],
      ]);
    },
  );

  test('is refused only if Stripe refuses it', async () => {
    answer('retrieve', session());
    refuse('refund', invalid({ code: 'charge_already_refunded' }));
    expect(await refundCardPayment('cs_1', order)).toEqual({ refused: 'charge_already_refunded' });
    refuse('refund', invalid());
    expect(await refundCardPayment('cs_1', order)).toEqual({ refused: 'sorry' });
    for (const problem of unclear) {
      refuse('refund', problem);
      await expect(refundCardPayment('cs_1', order)).rejects.toBe(problem);
    }
  });
});

describe('the refunds and disputes of a payment', () => {
  /** Stripe's library reads no list to its end without a limit. */
  const list = (...all: object[]) => ({
    autoPagingToArray: async ({ limit }: { limit?: number }) => {
      if (!limit) throw new Error('no limit');
      return all.slice(0, limit);
    },
  });
  const refund = (status: string, amount: number) => ({ id: 're', status, amount, created: 1, metadata: {} });
  const lost = (amount: number) => ({
    id: 'du_1',
    status: 'lost',
    amount,
    created: 1,
    evidence_details: { due_by: null },
    balance_transactions: [],
  });

  test.each(['pi_1', { id: 'pi_1' }])(
    'are read from its intent, without the money of failed refunds: %o',
    async (intent) => {
      answer('retrieve', session({ payment_intent: intent, amount_total: 1_000 }));
      answer('list', { data: [session({ payment_intent: intent, amount_total: 1_000 })] });
      api.refunds.mockReturnValue(
        list(refund('succeeded', 200), refund('pending', 100), refund('failed', 300)) as never,
      );
      api.disputes.mockReturnValue(list(lost(750)) as never);
      const reversals = {
        ...payment,
        kind: 'reversals',
        refunds: [{ state: 'hecho' }, { state: 'pendiente' }, { state: 'fallido' }],
        // Nine tenths of the 800 that are left.
        disputes: [{ phase: 'perdida', cents: 800 }],
      };
      expect(await findCardReversals('cs_1')).toMatchObject(reversals);
      expect(await findReversalsOfIntent(intent as Stripe.PaymentIntent)).toMatchObject(reversals);
      const filter = [{ payment_intent: 'pi_1', limit: 100 }];
      expect([api.refunds.mock.calls, api.disputes.mock.calls]).toEqual([
        [filter, filter],
        [filter, filter],
      ]);
      expect(api.list.mock.calls).toEqual([[{ payment_intent: 'pi_1', limit: 1 }]]);
    },
  );

  test.each([
    ['not charged', session({ payment_intent: null })],
    ['of another shop', session({ metadata: {} })],
    ['without metadata', session({ metadata: null })],
  ])('of a session %s are null', async (_what, found) => {
    answer('retrieve', found);
    answer('list', { data: [found] });
    expect(await findCardReversals('cs_1')).toBeNull();
    expect(await findReversalsOfIntent('pi_1')).toBeNull();
  });

  test('of a charge made elsewhere are null, and need no call without an intent', async () => {
    answer('list', { data: [] });
    expect(await findReversalsOfIntent('pi_1')).toBeNull();
    expect(await findReversalsOfIntent(null)).toBeNull();
    expect(api.list).toHaveBeenCalledTimes(1);
  });
});

describe('a response to a dispute', () => {
  const dispute = (status: string, submission_count: number) => ({ status, evidence_details: { submission_count } });
  const evidence: Evidence = { text: 'Lo descargó', product: 'Fragua', log: '', deliveredOn: null, files: [] };

  test.each([
    ['under_review', 0],
    ['warning_under_review', 0],
    ['needs_response', 1],
    ['lost', 1],
  ])('that is there, with the status %s after %i, is not sent again', async (status, count) => {
    answer('dispute', dispute(status, count));
    expect(await sendCardEvidence('du_1', evidence)).toBe('sent');
    expect(api.answer).not.toHaveBeenCalled();
  });

  test('is cut between characters, because Stripe’s library refuses half an emoji', async () => {
    answer('dispute', dispute('needs_response', 0));
    answer('answer', {});
    await sendCardEvidence('du_1', { ...evidence, text: `${'x'.repeat(19_999)}😀` });
    expect(api.answer.mock.calls[0]?.[1]?.evidence?.uncategorized_text).toBe('x'.repeat(19_999));
  });

  test('is final, has no empty fields, and a text that Stripe accepts', async () => {
    answer('dispute', dispute('needs_response', 0));
    answer('answer', {});
    expect(await sendCardEvidence('du_1', { ...evidence, text: 'x'.repeat(20_001) })).toBe('sent');
    expect(api.answer.mock.calls).toEqual([
      [
        'du_1',
        { evidence: { uncategorized_text: 'x'.repeat(20_000), product_description: 'Fragua' }, submit: true },
        { idempotencyKey: expect.stringMatching(/^respuesta:du_1:\w{32}$/) },
      ],
    ]);
  });

  test('is refused only if Stripe refuses it', async () => {
    answer('dispute', dispute('needs_response', 0));
    refuse('answer', invalid({ code: 'file_type' }));
    expect(await sendCardEvidence('du_1', evidence)).toEqual({ refused: 'file_type' });
    refuse('answer', invalid());
    expect(await sendCardEvidence('du_1', evidence)).toEqual({ refused: 'sorry' });
    for (const problem of unclear) {
      refuse('answer', problem);
      await expect(sendCardEvidence('du_1', evidence)).rejects.toBe(problem);
    }
  });
});
