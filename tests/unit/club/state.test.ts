import { describe, expect, test } from 'vitest';
import { clubStateOf } from '@/lib/club/state';

const subscription = {
  id: 'sub_1',
  status: 'active' as const,
  cancel_at_period_end: false,
  cancel_at: null as number | null,
  metadata: { club_user_id: 'user-1', club_plan: 'yearly' } as Record<string, string>,
  items: { data: [{ current_period_start: 1_700_000_000, current_period_end: 1_731_622_400 }] },
};

test.each([
  ['active', false, 'activa'],
  ['active', true, 'cancelada_al_final'],
  ['past_due', false, 'impagada'],
  ['past_due', true, 'impagada'],
  ['unpaid', false, 'impagada'],
  ['canceled', false, 'terminada'],
  ['incomplete_expired', false, 'terminada'],
  ['trialing', false, 'activa'],
  ['trialing', true, 'cancelada_al_final'],
  ['paused', false, 'impagada'],
] as const)(
  'a subscription with status %s and cancel_at_period_end %s has the state %s',
  (status, cancel_at_period_end, state) => {
    expect(clubStateOf({ ...subscription, status, cancel_at_period_end })).toEqual({
      userId: 'user-1',
      reference: 'sub_1',
      plan: 'yearly',
      state,
      from: new Date('2023-11-14T22:13:20Z'),
      until: new Date('2024-11-14T22:13:20.000Z'),
      cents: null,
      change: null,
      next: null,
    });
  },
);

test.each([
  ['the portal sets the end of the period instead of the flag', 1_731_622_400, 'cancelada_al_final'],
  ['it ends before its period', 1_720_000_000, 'cancelada_al_final'],
  ['it renews before its end', 1_763_158_400, 'activa'],
] as const)('a cancellation date determines the state if %s', (_name, cancel_at, state) => {
  expect(clubStateOf({ ...subscription, cancel_at })?.state).toBe(state);
});

test.each([
  ['its first payment is open', { status: 'incomplete' as const }],
  ['it does not belong to the Club', { metadata: {} }],
  ['its plan is unknown', { metadata: { club_user_id: 'user-1', club_plan: 'weekly' } }],
  ['it has no period', { items: { data: [] } }],
])('a subscription has no state if %s', (_name, change) => {
  expect(clubStateOf({ ...subscription, ...change })).toBeNull();
});

test('the plan is derived from the price, and a pending one is reported', () => {
  const [period] = subscription.items.data;
  const monthly = { ...period, price: { recurring: { interval: 'month' } } };
  const pending = { expires_at: 1_700_082_800, subscription_items: [{ price: { recurring: { interval: 'year' } } }] };
  const facts = { ...subscription, items: { data: [monthly] }, pending_update: pending };
  expect(clubStateOf(facts as Parameters<typeof clubStateOf>[0])).toMatchObject({
    plan: 'monthly',
    change: { plan: 'yearly', until: new Date('2023-11-15T21:13:20Z') },
  });
});

describe('the schedule of a subscription', () => {
  const [period] = subscription.items.data;
  const priced = (interval: string, unit_amount: number) => ({
    price: { recurring: { interval }, unit_amount },
    quantity: 1,
  });
  const start = 1_731_622_400;
  const phases = (...wanted: [number, string, number][]) => ({
    phases: wanted.map(([start_date, interval, cents]) => ({ start_date, items: [priced(interval, cents)] })),
  });
  const facts = (schedule: unknown, change: object = {}) =>
    clubStateOf({
      ...subscription,
      items: { data: [{ ...period, ...priced('year', 3978) }] },
      schedule,
      ...change,
    } as Parameters<typeof clubStateOf>[0]);

  test('determines the plan and price of the next period', () => {
    expect(facts(phases([1_700_000_000, 'year', 3978], [start, 'month', 390]))).toMatchObject({
      plan: 'yearly',
      cents: 3978,
      next: { plan: 'monthly', from: new Date(start * 1000), cents: 390 },
    });
  });

  test.each([
    ['has one phase, as after an aborted change', phases([1_700_000_000, 'year', 3978]), {}],
    ['continues unchanged', phases([1_700_000_000, 'year', 3978], [start, 'year', 3978]), {}],
    ['belongs to an ending membership', phases([start, 'month', 390]), { cancel_at_period_end: true }],
    ['is not expanded', 'sub_sched_1', {}],
    ['is missing', null, {}],
  ])('announces no change if it %s', (_which, schedule, change) => {
    expect(facts(schedule, change)?.next).toBeNull();
  });
});

describe('the price of a subscription', () => {
  const [period] = subscription.items.data;
  const read = (price: unknown, quantity?: number) =>
    clubStateOf({ ...subscription, items: { data: [{ ...period, price, quantity }] } } as Parameters<
      typeof clubStateOf
    >[0]);
  test.each([
    [{ unit_amount: 390 }, undefined, 390],
    [{ unit_amount: 390 }, 2, 780],
    [{ unit_amount: 0 }, 1, 0],
    [{ unit_amount: null }, 1, null],
    [{}, 1, null],
    ['price_1', 1, null],
  ])('with the price %o, times %s, is %s cents', (price, quantity, cents) =>
    expect(read(price, quantity)?.cents).toBe(cents),
  );
  test.each([
    [{ recurring: { interval: 'month' } }, 'monthly'],
    [{ recurring: { interval: 'year' } }, 'yearly'],
    // Another interval is not one of the Club: the plan stays as it was joined.
    [{ recurring: { interval: 'week' } }, 'yearly'],
    [{ recurring: null }, 'yearly'],
    ['price_1', 'yearly'],
  ])('with the price %o is the plan %s', (price, plan) => expect(read(price)?.plan).toBe(plan));
});

test.each([
  ['without items', { expires_at: 1, subscription_items: null }],
  ['without any item', { expires_at: 1, subscription_items: [] }],
  ['of another interval', { expires_at: 1, subscription_items: [{ price: { recurring: { interval: 'day' } } }] }],
  ['that is none', null],
])('a change %s changes no plan', (_which, pending_update) => {
  const facts = { ...subscription, pending_update } as Parameters<typeof clubStateOf>[0];
  expect(clubStateOf(facts)?.change).toBeNull();
});

test('a new price of the same plan is a change of the next period', () => {
  const [period] = subscription.items.data;
  const priced = (cents: number) => ({ price: { recurring: { interval: 'year' }, unit_amount: cents }, quantity: 1 });
  const next = (start_date: number, item: object) =>
    clubStateOf({
      ...subscription,
      items: { data: [{ ...period, ...priced(3_978) }] },
      schedule: { phases: [{ start_date, items: [item] }] },
    } as Parameters<typeof clubStateOf>[0])?.next;
  const end = 1_731_622_400;
  expect(next(end, priced(4_500))).toEqual({ plan: 'yearly', from: new Date(end * 1_000), cents: 4_500 });
  expect(next(end, priced(0))).toMatchObject({ cents: 0 });
  expect(next(end - 1, priced(4_500))).toBeNull();
  expect(next(end, { price: 'price_1' })).toBeNull();
  expect(next(end, { price: { recurring: { interval: 'year' } } })).toBeNull();
});

test('a subscription belongs to the Club only with a member and a plan', () => {
  for (const metadata of [
    { club_user_id: 'user-1' },
    { club_plan: 'yearly' },
    { club_user_id: '', club_plan: 'yearly' },
  ])
    expect(clubStateOf({ ...subscription, metadata: metadata as Record<string, string> })).toBeNull();
});

test('a subscription ends with its period, exact to the second', () => {
  const at = (cancel_at: number) => clubStateOf({ ...subscription, cancel_at })?.state;
  expect([at(1_731_622_400), at(1_731_622_401)]).toEqual(['cancelada_al_final', 'activa']);
});
