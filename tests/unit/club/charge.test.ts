import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clubChargeOf } from '@/lib/club/charge';

type Invoice = Parameters<typeof clubChargeOf>[0];
type Charge = NonNullable<Parameters<typeof clubChargeOf>[1]>;
type Disputes = Parameters<typeof clubChargeOf>[2];

const line = (start: number, end: number, proration = false) => ({
  period: { start, end },
  parent: {
    invoice_item_details: null,
    type: 'subscription_item_details',
    subscription_item_details: {
      invoice_item: null,
      proration,
      proration_details: null,
      subscription: 'sub_1',
      subscription_item: 'si_1',
    },
  },
});
const month = line(1_700_000_000, 1_702_592_000);

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  status: 'paid',
  attempted: true,
  amount_due: 390,
  amount_paid: 390,
  currency: 'eur',
  created: 1_700_000_000,
  status_transitions: {
    finalized_at: 1_700_000_001,
    marked_uncollectible_at: null,
    paid_at: 1_700_000_060,
    voided_at: null,
  },
  lines: { data: [month] },
  ...change,
});
const charge = (amount_refunded = 0): Charge => ({ id: 'ch_1', amount_refunded, payment_intent: 'pi_1' });
const dispute = (status: Disputes[number]['status'], amount = 390, moved: number[] = []): Disputes[number] => ({
  status,
  amount,
  balance_transactions: moved.map((cents) => ({ amount: cents })),
});

test('a paid invoice is a charge for the period of its line', () => {
  expect(clubChargeOf(invoice(), charge(), [])).toEqual({
    invoice: 'in_1',
    plan: 'monthly',
    intent: 'pi_1',
    charge: 'ch_1',
    from: new Date(1_700_000_000_000),
    until: new Date(1_702_592_000_000),
    cents: 390,
    creditCents: 0,
    currency: 'eur',
    state: 'pagado',
    returnedCents: 0,
    isLost: false,
    paidAt: new Date(1_700_000_060_000),
  });
});

describe('the state of a charge', () => {
  test.each<[string, number, Disputes, string, number]>([
    ['refunded', 390, [], 'reembolsado', 390],
    ['refunded in part', 100, [], 'parcial', 100],
    ['asked about by the bank', 0, [dispute('warning_needs_response')], 'pagado', 0],
    ['asked about, and left', 0, [dispute('warning_closed')], 'pagado', 0],
    ['disputed', 0, [dispute('needs_response')], 'en_disputa', 0],
    ['disputed and answered', 0, [dispute('under_review')], 'en_disputa', 0],
    ['disputed and won', 0, [dispute('won')], 'pagado', 0],
    ['disputed and lost', 0, [dispute('lost')], 'reembolsado', 390],
    ['lost in part', 0, [dispute('lost', 90)], 'parcial', 90],
    ['lost, a few cents below what was paid', 0, [dispute('lost', 371)], 'reembolsado', 390],
    ['lost, nine tenths of what was paid', 0, [dispute('lost', 351)], 'reembolsado', 390],
    ['lost, less than nine tenths of it', 0, [dispute('lost', 350)], 'parcial', 350],
    ['refunded in part and nearly the rest lost', 100, [dispute('lost', 280)], 'reembolsado', 390],
    ['refunded in part and the rest lost', 100, [dispute('lost', 290)], 'reembolsado', 390],
    ['refunded in part and the rest disputed', 100, [dispute('needs_response', 290)], 'en_disputa', 100],
    ['lost, and appealed against', 0, [dispute('appeal_under_review', 390, [-390])], 'reembolsado', 390],
    ['prevented: nothing was taken', 0, [dispute('prevented')], 'pagado', 0],
    ['prevented by giving the money to the buyer', 0, [dispute('prevented', 390, [-390])], 'reembolsado', 390],
    ['prevented by a refund', 390, [dispute('prevented')], 'reembolsado', 390],
    ['won once and disputed again', 0, [dispute('needs_response'), dispute('won')], 'en_disputa', 0],
    ['refunded and lost: more than there was', 390, [dispute('lost')], 'reembolsado', 390],
  ])('is derived when it is %s', (_name, refunded, disputes, state, returnedCents) => {
    expect(clubChargeOf(invoice(), charge(refunded), disputes)).toMatchObject({ state, returnedCents });
  });

  test('refunds never exceed the paid amount', () => {
    const statuses = ['won', 'lost', 'needs_response', 'under_review', 'warning_closed', 'prevented'] as const;
    fc.assert(
      fc.property(
        fc.nat(2000),
        fc.nat(3000),
        fc.array(
          fc.record({
            status: fc.constantFrom(...statuses),
            amount: fc.nat(3000),
            balance_transactions: fc.array(fc.record({ amount: fc.integer({ min: -3000, max: 3000 }) }), {
              maxLength: 2,
            }),
          }),
        ),
        (amount_paid, refunded, disputes) => {
          const found = clubChargeOf(invoice({ amount_paid }), charge(refunded), disputes);
          expect(found?.returnedCents).toBeLessThanOrEqual(amount_paid);
          if (found?.state === 'reembolsado') expect(found.returnedCents).toBe(amount_paid);
          if (found?.state === 'pagado') expect(found.returnedCents).toBe(0);
        },
      ),
    );
  });
});

test.each<[string, Partial<Invoice>, string | undefined]>([
  ['was tried', { status: 'open' }, 'fallido'],
  ['is uncollectible', { status: 'uncollectible' }, 'fallido'],
  ['was voided', { status: 'void' }, 'fallido'],
  ['is open in its first hour', { status: 'open', attempted: false }, undefined],
  ['is a draft', { status: 'draft' }, undefined],
])('the charge of an unpaid invoice that %s', (_name, change, state) => {
  const found = clubChargeOf(invoice({ ...change, amount_paid: 0 }), null, []);
  expect(found?.state).toBe(state);
  if (found) expect(found).toMatchObject({ cents: 390, paidAt: null, returnedCents: 0 });
});

test("the period of a charge is the membership's, not a proration's", () => {
  const lines = { data: [line(1_690_000_000, 1_800_000_000, true), month] };
  expect(clubChargeOf(invoice({ lines }), charge(), [])?.until).toEqual(new Date(1_702_592_000_000));
  expect(clubChargeOf(invoice({ lines: { data: [] } }), charge(), [])).toBeNull();
});

test('an invoice of zero is paid without a charge', () => {
  expect(clubChargeOf(invoice({ amount_paid: 0, amount_due: 0 }), null, [])).toMatchObject({
    state: 'pagado',
    cents: 0,
    charge: null,
  });
});

test.each([
  ['minus the rest of the month', 3783, 195],
  ['minus the rest of the month and a credit balance at Stripe', 3000, 195],
  ['without a deduction', 3978, 0],
])('a charge for the year is its price %s', (_what, amount_paid, creditCents) => {
  const credit = { ...line(1_700_000_000, 1_701_000_000, true), amount: -195 };
  const year = { ...line(1_700_000_000, 1_731_622_400), amount: 3978 };
  const lines = { data: amount_paid === 3978 ? [year] : [credit, year] };
  expect(clubChargeOf(invoice({ lines, amount_paid }), charge(), [])).toMatchObject({
    cents: amount_paid,
    creditCents,
  });
});

test('a year that was paid in full has no credit, even if its lines have one', () => {
  const credit = { ...line(1_700_000_000, 1_701_000_000, true), amount: -195 };
  const year = { ...line(1_700_000_000, 1_731_622_400), amount: 3978 };
  const paid = invoice({ lines: { data: [credit, year] }, amount_paid: 3978 });
  expect(clubChargeOf(paid, charge(), [])).toMatchObject({ cents: 3978, creditCents: 0 });
});

test('a change of plan is a charge for the year once it is paid, and none while open or voided', () => {
  const credit = line(1_700_000_000, 1_701_000_000, true);
  const year = line(1_700_000_000, 1_731_622_400);
  const change = { billing_reason: 'subscription_update' as const, lines: { data: [credit, year] }, amount_paid: 3783 };
  expect(clubChargeOf(invoice(change), charge(), [])).toMatchObject({
    plan: 'yearly',
    cents: 3783,
    until: new Date(1_731_622_400_000),
  });
  expect(clubChargeOf(invoice({ ...change, status: 'open' }), null, [])).toBeNull();
  expect(clubChargeOf(invoice({ ...change, status: 'void' }), null, [])).toBeNull();
});

test('an invoice without an id, or without a period, is no charge', () => {
  const { id: _id, ...nameless } = invoice();
  expect(clubChargeOf(nameless as Invoice, charge(), [])).toBeNull();
  const start = 1_700_000_000;
  expect(clubChargeOf(invoice({ lines: { data: [line(start, start)] } }), charge(), [])).toBeNull();
  expect(clubChargeOf(invoice({ lines: { data: [line(start, start + 1)] } }), charge(), [])).not.toBeNull();
  expect(clubChargeOf(invoice({ lines: { data: [{ period: month.period, parent: null }] } }), charge(), [])).toBeNull();
});

test('a charge of several periods is for the last one', () => {
  const data = [line(1_690_000_000, 1_692_592_000), month, line(1_695_000_000, 1_697_592_000)];
  expect(clubChargeOf(invoice({ lines: { data } }), charge(), [])).toMatchObject({
    from: new Date(1_700_000_000_000),
    until: new Date(1_702_592_000_000),
  });
});

test.each([
  [31, 'monthly'],
  [45, 'monthly'],
  [46, 'yearly'],
  [365, 'yearly'],
])('a charge for %i days is of the plan %s', (days, plan) => {
  const data = [line(1_700_000_000, 1_700_000_000 + days * 86_400)];
  expect(clubChargeOf(invoice({ lines: { data } }), charge(), [])?.plan).toBe(plan);
});

test('a charge was paid when its invoice was made, if Stripe states no other time', () => {
  const status_transitions = { ...invoice().status_transitions, paid_at: null };
  expect(clubChargeOf(invoice({ status_transitions }), charge(), [])?.paidAt).toEqual(new Date(1_700_000_000_000));
});

test('a charge has its payment intent, expanded or not', () => {
  const intentOf = (payment_intent: unknown) =>
    clubChargeOf(invoice(), { ...charge(), payment_intent } as Charge, [])?.intent;
  expect(intentOf({ id: 'pi_2' })).toBe('pi_2');
  expect(intentOf(null)).toBeNull();
  expect(clubChargeOf(invoice(), null, [])).toMatchObject({ intent: null, charge: null });
});

test('a charge is lost only if a lost dispute took money', () => {
  expect(clubChargeOf(invoice(), charge(), [dispute('lost', 0)])).toMatchObject({ isLost: false, state: 'pagado' });
  expect(clubChargeOf(invoice(), charge(), [dispute('lost', 1)])).toMatchObject({ isLost: true, state: 'parcial' });
  expect(
    clubChargeOf(invoice(), charge(), [dispute('lost', 100), dispute('lost', 50), dispute('won', 30)]),
  ).toMatchObject({
    returnedCents: 150,
  });
});

test('a line without a plan is part of the price, not of the credit', () => {
  const credit = { ...line(1_700_000_000, 1_701_000_000, true), amount: -195 };
  const year = { ...line(1_700_000_000, 1_731_622_400), amount: 3_000 };
  const other = { period: month.period, parent: null, amount: 978 };
  const found = clubChargeOf(invoice({ lines: { data: [credit, year, other] }, amount_paid: 3_783 }), charge(), []);
  expect(found?.creditCents).toBe(195);
});
