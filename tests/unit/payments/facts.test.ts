import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { orderEvent, takenBack } from '@/lib/payments/paypal/order-event';
import * as payPal from '@/lib/payments/paypal/reversal-facts';
import * as stripe from '@/lib/payments/stripe/reversal-facts';
import { isOnItsWay, sessionEvent } from '@/lib/payments/stripe/session-event';

const own = '00000000-0000-4000-8000-000000000001';
const seconds = 1_700_000_000;
const moment = new Date(seconds * 1_000);

describe('a refund at Stripe', () => {
  const refund = { id: 're_1', amount: 500, created: seconds, reason: null, metadata: {} };
  const fact = (change: object = {}) => stripe.refundFact({ ...refund, ...change } as unknown as Stripe.Refund);

  test.each([
    ['succeeded', 'hecho'],
    ['failed', 'fallido'],
    ['canceled', 'fallido'],
    ['pending', 'pendiente'],
    ['requires_action', 'pendiente'],
    [null, 'pendiente'],
  ])('with the status %s has the state %s', (status, state) => expect(fact({ status }).state).toBe(state));

  test('keeps its amount, time and id of the shop, but not Stripe’s code of a reason, which is no text for people', () => {
    expect(fact({ status: 'failed', reason: 'duplicate', failure_reason: 'lost_or_stolen_card' })).toEqual({
      id: 're_1',
      ownId: null,
      state: 'fallido',
      cents: 500,
      reason: null,
      problem: 'lost_or_stolen_card',
      createdAt: moment,
    });
    expect(fact({ metadata: { reembolso_id: own } })).toMatchObject({ ownId: own, problem: null });
    expect(fact({ metadata: null }).ownId).toBeNull();
  });
});

describe('a dispute at Stripe', () => {
  const dispute = {
    id: 'du_1',
    status: 'needs_response',
    amount: 500,
    reason: 'fraudulent',
    created: seconds,
    evidence_details: { due_by: seconds + 60 },
    balance_transactions: [{ amount: -500 }],
  };
  const fact = (left: number, change: object = {}) =>
    stripe.disputeFact({ ...dispute, ...change } as unknown as Stripe.Dispute, left);

  test('keeps its amount, reason and times, and has a new version for each movement', () => {
    expect(fact(1_000)).toEqual({
      id: 'du_1',
      phase: 'abierta',
      cents: 500,
      reason: 'fraudulent',
      dueAt: new Date((seconds + 60) * 1_000),
      openedAt: moment,
      version: 1,
    });
    expect(fact(1_000, { evidence_details: { due_by: null }, balance_transactions: [] })).toMatchObject({
      dueAt: null,
      version: 0,
    });
  });

  test('that is lost counts as the whole rest from nine tenths of it, and an open one as stated', () => {
    expect(fact(550, { status: 'lost' }).cents).toBe(550);
    expect(fact(556, { status: 'lost' }).cents).toBe(500);
    expect(fact(550).cents).toBe(500);
  });

  test.each([
    [1_000, 900, 1_000],
    [1_000, 899, 899],
    [1_000, 1_100, 1_000],
    [1, 1, 1],
    [0, 500, 500],
    [-100, 500, 500],
  ])('over %i remaining cents counts for %i disputed ones as %i', (left, disputed, lost) =>
    expect(stripe.lostCents(left, disputed)).toBe(lost),
  );
});

describe('a slow payment at Stripe', () => {
  type Facts = Parameters<typeof sessionEvent>[0];
  const session = {
    id: 'cs_1',
    mode: 'payment',
    status: 'complete',
    payment_status: 'unpaid',
    amount_total: 999,
    currency: 'eur',
    metadata: { pago_id: 'pago-1' },
    payment_intent: { status: 'processing' },
  };
  const facts = (change: object) => ({ ...session, ...change }) as unknown as Facts;
  const failed = { kind: 'closed', provider: 'stripe', reference: 'cs_1', paymentId: 'pago-1', state: 'fallido' };

  test.each(['requires_payment_method', 'canceled'])('has failed with an intent that is %s', (status) => {
    const ended = facts({ payment_intent: { status } });
    expect(sessionEvent(ended)).toEqual(failed);
    expect(isOnItsWay(ended)).toBe(false);
  });

  test.each<[string, object, boolean]>([
    ['whose bank has not answered', {}, true],
    ['that was read without its intent', { payment_intent: 'pi_1' }, true],
    ['without an intent', { payment_intent: null }, true],
    ['that is paid', { payment_status: 'paid' }, false],
    ['that the buyer has not completed', { status: 'open', payment_intent: { status: 'canceled' } }, false],
    ['of a subscription', { mode: 'subscription' }, false],
  ])('%s has not failed, and its money is pending: %s', (_what, change, onItsWay) => {
    expect(isOnItsWay(facts(change))).toBe(onItsWay);
    expect(sessionEvent(facts(change))).not.toEqual(failed);
  });

  test('paid in the end is paid, at the time of the event', () => {
    const paid = facts({ payment_status: 'paid', payment_intent: { status: 'canceled' } });
    expect(sessionEvent(paid, moment)).toMatchObject({ kind: 'paid', amountCents: 999, confirmedAt: moment });
  });
});

const euros = (value: string) => ({ currency_code: 'EUR', value });

describe('a refund at PayPal', () => {
  const refund = { id: 'R1', status: 'COMPLETED', amount: euros('5.00'), create_time: moment.toISOString() };

  test.each([
    ['COMPLETED', 'hecho', null],
    ['FAILED', 'fallido', 'FAILED'],
    ['CANCELLED', 'fallido', 'CANCELLED'],
    ['PENDING', 'pendiente', null],
    ['SOMETHING_NEW', 'pendiente', null],
  ])('with the status %s has the state %s and the problem %s', (status, state, problem) =>
    expect(payPal.refundFact({ ...refund, status })).toMatchObject({ state, problem }),
  );

  test('keeps its amount, note, time and id of the shop', () => {
    expect(payPal.refundFact(refund)).toEqual({
      id: 'R1',
      ownId: null,
      state: 'hecho',
      cents: 500,
      reason: null,
      problem: null,
      createdAt: moment,
    });
    const failed = { status: 'FAILED', status_details: { reason: 'ECHECK' }, custom_id: own, note_to_payer: 'sorry' };
    expect(payPal.refundFact({ ...refund, ...failed })).toMatchObject({
      ownId: own,
      reason: 'sorry',
      problem: 'ECHECK',
    });
    const pending = { status: 'PENDING', status_details: { reason: 'ECHECK' } };
    expect(payPal.refundFact({ ...refund, ...pending }).problem).toBeNull();
  });

  test('is an error with an invalid amount', () => {
    expect(() => payPal.refundFact({ ...refund, amount: euros('5,00') })).toThrow('5,00');
  });
});

describe('a dispute at PayPal', () => {
  const dispute = {
    dispute_id: 'PP-1',
    create_time: moment.toISOString(),
    update_time: new Date((seconds + 60) * 1_000).toISOString(),
    status: 'UNDER_REVIEW',
    reason: 'UNAUTHORISED',
    dispute_life_cycle_stage: 'CHARGEBACK',
    seller_response_due_date: new Date((seconds + 120) * 1_000).toISOString(),
    disputed_transactions: [
      { seller_transaction_id: 'CAP0', gross_amount: euros('1.00') },
      { seller_transaction_id: 'CAP1', gross_amount: euros('5.00') },
    ],
  };
  const fact = (change: object = {}) =>
    payPal.disputeFact(payPal.payPalDispute.parse({ ...dispute, ...change }), 'CAP1');

  test('has the amount of its own capture, and is ordered by its updates', () => {
    expect(fact()).toEqual({
      id: 'PP-1',
      phase: 'abierta',
      cents: 500,
      reason: 'UNAUTHORISED',
      dueAt: new Date((seconds + 120) * 1_000),
      openedAt: moment,
      version: (seconds + 60) * 1_000,
    });
    expect(fact({ reason: undefined, seller_response_due_date: undefined })).toMatchObject({
      reason: null,
      dueAt: null,
    });
  });

  test.each<[string, object, number]>([
    ['what is disputed, if that is less', { dispute_amount: euros('2.00') }, 200],
    ['the capture, if more is disputed', { dispute_amount: euros('9.00') }, 500],
    [
      'what was refunded, whatever was disputed',
      { dispute_amount: euros('2.00'), dispute_outcome: { amount_refunded: euros('4.00') } },
      400,
    ],
    ['what is disputed of an unknown capture', { disputed_transactions: [], dispute_amount: euros('2.00') }, 200],
    ['nothing that is named nowhere', { disputed_transactions: undefined }, 0],
  ])('has the amount of %s', (_what, change, cents) => expect(fact(change).cents).toBe(cents));

  test.each([
    ['OPEN', 'INQUIRY', undefined, 'consulta'],
    ['OPEN', 'CHARGEBACK', 'RESOLVED_BUYER_FAVOUR', 'abierta'],
    ['OPEN', undefined, undefined, 'abierta'],
    ['RESOLVED', 'INQUIRY', 'RESOLVED_BUYER_FAVOUR', 'perdida'],
    ['RESOLVED', 'INQUIRY', 'NONE', 'consulta'],
    ['RESOLVED', 'CHARGEBACK', 'NONE', 'sin_decidir'],
    ['RESOLVED', undefined, undefined, 'sin_decidir'],
  ])('that is %s as %s with %s has the phase %s', (status, dispute_life_cycle_stage, outcome_code, phase) =>
    expect(fact({ status, dispute_life_cycle_stage, dispute_outcome: { outcome_code } }).phase).toBe(phase),
  );
});

describe('an order at PayPal', () => {
  const capture = { id: 'CAP1', status: 'COMPLETED', amount: euros('9.99'), update_time: moment.toISOString() };
  const refund = (id: string, value: string, status = 'COMPLETED') => ({
    id,
    status,
    amount: euros(value),
    create_time: moment.toISOString(),
  });
  const order = (change: object = {}, refunds: object[] = []) =>
    ({
      id: 'ORDER1',
      status: 'COMPLETED',
      purchase_units: [{ custom_id: 'pago-1', payments: { captures: [{ ...capture, ...change }], refunds } }],
    }) as unknown as Parameters<typeof orderEvent>[0];
  const payment = { provider: 'paypal', reference: 'ORDER1', paymentId: 'pago-1' };

  test.each(['COMPLETED', 'PARTIALLY_REFUNDED'])('that is %s is paid', (status) => {
    expect(orderEvent(order({ status }))).toEqual({
      ...payment,
      kind: 'paid',
      amountCents: 999,
      currency: 'EUR',
      confirmedAt: moment,
    });
  });

  test('never counts as paid correctly with an invalid amount', () => {
    const paid = orderEvent(order({ amount: { currency_code: 'USD', value: '9,99' }, update_time: undefined }));
    expect(paid).toEqual({ ...payment, kind: 'paid', amountCents: -1, currency: 'USD' });
  });

  test.each(['DECLINED', 'FAILED'])('that is %s has failed', (status) => {
    expect(orderEvent(order({ status }))).toEqual({ ...payment, kind: 'closed', state: 'fallido' });
  });

  test('that is pending, or not captured, is not final', () => {
    expect(orderEvent(order({ status: 'PENDING' }))).toBeNull();
    for (const purchase_units of [undefined, [], [{}], [{ payments: {} }], [{ payments: { captures: [] } }]])
      expect(orderEvent({ id: 'ORDER1', status: 'APPROVED', purchase_units })).toBeNull();
  });

  test('lists its refunds', () => {
    const event = orderEvent(order({ status: 'REFUNDED' }, [refund('R1', '4.00'), refund('R2', '5.99', 'PENDING')]));
    expect(event).toEqual({
      ...payment,
      kind: 'reversals',
      refunds: [
        expect.objectContaining({ id: 'R1', cents: 400, state: 'hecho' }),
        expect.objectContaining({ id: 'R2', cents: 599, state: 'pendiente' }),
      ],
      disputes: [],
    });
  });

  test('reversed by PayPal counts the amount without a listed refund', () => {
    const refunds = [refund('R1', '4.00'), refund('R2', '3.00', 'FAILED')];
    const event = takenBack(order({ status: 'REVERSED' }, refunds));
    expect(event.refunds.slice(2)).toEqual([
      {
        id: 'captura:CAP1',
        ownId: null,
        state: 'hecho',
        cents: 599,
        reason: null,
        problem: null,
        createdAt: moment,
      },
    ]);
    expect(takenBack(order({ status: 'REVERSED' }, [refund('R1', '9.99')])).refunds).toHaveLength(1);
    expect(takenBack(order({ status: 'REFUNDED' }, [])).refunds).toEqual([]);
  });

  test('without its own payment has none', () => {
    expect(takenBack({ id: 'ORDER1', status: 'CREATED' })).toEqual({
      kind: 'reversals',
      provider: 'paypal',
      reference: 'ORDER1',
      paymentId: null,
      refunds: [],
      disputes: [],
    });
  });
});
