import type Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { openSimulator } from '../payments/simulator.ts';

vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale }: { locale: string }) =>
    (key: string) =>
      `${locale}:${key}`,
}));
const all = await openSimulator();
const club = await import('@/lib/club/stripe');
const { changeWithNextPeriod } = await import('@/lib/club/plan-schedule');
const { stripePriceOf } = await import('@/lib/club/prices');
const { clubStateOf } = await import('@/lib/club/state');

const { checkout, prices, subscriptions, subscriptionSchedules } = all.stripe;
const day = 86_400;
const unknown = 'sub_unknown0000000000000000';

async function pageOf(plan: 'monthly' | 'yearly', change: Partial<Parameters<typeof club.createClubSession>[0]> = {}) {
  return club.createClubSession({
    userId: 'user-1',
    email: 'ana@gmail.com',
    plan,
    price: await stripePriceOf(plan, plan === 'monthly' ? 390 : 3_978, 'es'),
    locale: 'es',
    siteUrl: 'http://localhost:1',
    expiresAt: new Date(Date.now() + 3_600_000),
    pageId: crypto.randomUUID(),
    ...change,
  });
}

/** A paid subscription. */
async function join(plan: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
  const { id } = await pageOf(plan);
  await all.sim.stripe.pay(id);
  return String((await checkout.sessions.retrieve(id)).subscription);
}

async function read(id: string): Promise<Stripe.Subscription> {
  const found = await club.findSubscription(id);
  if (!found) throw new Error(`Stripe does not know ${id}`);
  return found;
}
const stateOf = async (id: string) => clubStateOf(await read(id));

/** A yearly subscription that changes to monthly after its year. */
async function joinAndPlan(): Promise<string> {
  const id = await join('yearly');
  expect(await changeWithNextPeriod(await read(id), await stripePriceOf('monthly', 390, 'es'))).toBe(true);
  return id;
}

describe('a price of the Club', () => {
  test('is created once for its plan, amount and language, and found again', async () => {
    const first = await stripePriceOf('yearly', 1_234, 'en');
    expect(await stripePriceOf('yearly', 1_234, 'en')).toBe(first);
    expect(await prices.retrieve(first, { expand: ['product'] })).toMatchObject({
      active: true,
      currency: 'eur',
      unit_amount: 1_234,
      recurring: { interval: 'year' },
      product: { name: 'en:product.yearly' },
    });
    const others = [
      await stripePriceOf('yearly', 1_235, 'en'),
      await stripePriceOf('yearly', 1_234, 'es'),
      await stripePriceOf('monthly', 1_234, 'en'),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    expect(await prices.retrieve(String(others[2]))).toMatchObject({ recurring: { interval: 'month' } });
  });
});

describe('the checkout page of the Club', () => {
  test('contains the member and the plan, also in the subscription', async () => {
    const expiresAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_999);
    const page = await pageOf('yearly', { expiresAt });
    expect(page).toMatchObject({
      mode: 'subscription',
      amount_total: 3_978,
      client_reference_id: 'user-1',
      customer_email: 'ana@gmail.com',
      metadata: { club_user_id: 'user-1', club_plan: 'yearly' },
      expires_at: Math.floor(expiresAt.getTime() / 1_000),
      locale: 'es',
      success_url: 'http://localhost:1/api/club-return?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:1/club',
    });
    await all.sim.stripe.pay(page.id);
    const { subscription } = await checkout.sessions.retrieve(page.id);
    expect(await stateOf(String(subscription))).toMatchObject({
      userId: 'user-1',
      plan: 'yearly',
      state: 'activa',
      cents: 3_978,
    });
  });

  test('is the same page for the same row, and another one for another row', async () => {
    const row = { pageId: crypto.randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) };
    const [first, again] = [await pageOf('monthly', row), await pageOf('monthly', row)];
    expect(again.id).toBe(first.id);
    expect((await pageOf('monthly', { ...row, pageId: crypto.randomUUID() })).id).not.toBe(first.id);
  });

  test('requests the mail address if the shop has none', async () => {
    expect((await pageOf('monthly', { email: null })).customer_email).toBeNull();
  });
});

test('an unknown subscription is missing at Stripe, and an outage is an error', async () => {
  expect(await club.findSubscription(unknown)).toBeNull();
  expect(await club.openPortal(unknown, 'http://localhost:1/profile/club')).toBeNull();
  await expect(club.endNow(unknown)).resolves.toBeUndefined();
  const id = await join();
  const path = `/v1/subscriptions/${id}`;
  await all.sim.addFault({ kind: 'fail', provider: 'stripe', path, times: 2, when: 'before', mode: 'disconnect' });
  await expect(club.findSubscription(id)).rejects.toThrow();
});

test('the portal is opened for the customer of the subscription, and returns to the shop', async () => {
  const id = await join();
  expect(await club.openPortal(id, 'http://localhost:1/profile/club')).toMatch(/\/portal\//);
});

describe('the cancellation of a membership', () => {
  test('takes effect at the end of its period, unless it is undone', async () => {
    const id = await join();
    await club.setCancelAtPeriodEnd(id, true);
    expect(await stateOf(id)).toMatchObject({ state: 'cancelada_al_final' });
    await club.setCancelAtPeriodEnd(id, false);
    expect(await stateOf(id)).toMatchObject({ state: 'activa' });
    expect(await read(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  });

  test("by a date of the portal is kept, and undone like the shop's own", async () => {
    const id = await join();
    await all.sim.stripe.portal(id);
    const { cancel_at, cancel_at_period_end } = await read(id);
    expect([cancel_at_period_end, typeof cancel_at]).toEqual([false, 'number']);
    await club.setCancelAtPeriodEnd(id, true);
    expect(await read(id)).toMatchObject({ cancel_at, cancel_at_period_end: false });
    await club.setCancelAtPeriodEnd(id, false);
    expect(await read(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    expect(await stateOf(id)).toMatchObject({ state: 'activa' });
  });

  test('can take effect at once, only once', async () => {
    const id = await join();
    await club.endNow(id);
    expect(await stateOf(id)).toMatchObject({ state: 'terminada' });
    await expect(club.endNow(id)).resolves.toBeUndefined();
  });

  test('is an error if Stripe does not respond', async () => {
    const id = await join();
    const path = `/v1/subscriptions/${id}`;
    await all.sim.addFault({
      kind: 'fail',
      provider: 'stripe',
      method: 'DELETE',
      path,
      times: 2,
      when: 'before',
      mode: 'disconnect',
    });
    await expect(club.endNow(id)).rejects.toThrow();
  });

  test('keeps a paid period, and ends an unpaid one at once', async () => {
    const paid = await join();
    await club.endAfterPaidPeriod(paid);
    expect(await stateOf(paid)).toMatchObject({ state: 'cancelada_al_final' });
    const unpaid = await join();
    await all.sim.stripe.shift(unpaid, -32 * day);
    await all.sim.stripe.renew(unpaid, 'failed');
    expect(await stateOf(unpaid)).toMatchObject({ state: 'impagada' });
    await club.endAfterPaidPeriod(unpaid);
    expect(await stateOf(unpaid)).toMatchObject({ state: 'terminada' });
  });
});

describe('a plan for the next period', () => {
  test('starts after the paid year', async () => {
    const id = await joinAndPlan();
    const state = await stateOf(id);
    expect(state).toMatchObject({ plan: 'yearly', state: 'activa', next: { plan: 'monthly', cents: 390 } });
    expect(state?.next?.from).toEqual(state?.until);
    const { schedule } = await subscriptions.retrieve(id);
    expect(await subscriptionSchedules.retrieve(String(schedule))).toMatchObject({
      end_behavior: 'release',
      phases: [
        { proration_behavior: 'none', end_date: Number(state?.until) / 1_000 },
        { proration_behavior: 'none', billing_cycle_anchor: 'phase_start', items: [{ quantity: 1 }] },
      ],
    });
  });

  test('is scheduled once by repeated requests', async () => {
    const id = await joinAndPlan();
    const { schedule } = await subscriptions.retrieve(id);
    expect(await changeWithNextPeriod(await read(id), await stripePriceOf('monthly', 390, 'es'))).toBe(true);
    expect((await subscriptions.retrieve(id)).schedule).toBe(schedule);
    expect(await stateOf(id)).toMatchObject({ next: { plan: 'monthly', cents: 390 } });
  });

  test('uses the schedule of another request made in the meantime', async () => {
    const id = await join('yearly');
    const before = await read(id);
    const { id: made } = await subscriptionSchedules.create({ from_subscription: id });
    expect(await changeWithNextPeriod(before, await stripePriceOf('monthly', 390, 'es'))).toBe(true);
    expect((await subscriptions.retrieve(id)).schedule).toBe(made);
    expect(await stateOf(id)).toMatchObject({ next: { plan: 'monthly' } });
  });

  test('is not scheduled for a membership cancelled in the meantime', async () => {
    const id = await join('yearly');
    const before = await read(id);
    await club.setCancelAtPeriodEnd(id, true);
    expect(await changeWithNextPeriod(before, await stripePriceOf('monthly', 390, 'es'))).toBe(false);
    expect((await subscriptions.retrieve(id)).schedule).toBeNull();
    expect(await stateOf(id)).toMatchObject({ state: 'cancelada_al_final', next: null });
  });

  test('is an error for an ended subscription', async () => {
    const id = await join('yearly');
    const before = await read(id);
    await club.endNow(id);
    await expect(changeWithNextPeriod(before, await stripePriceOf('monthly', 390, 'es'))).rejects.toThrow();
  });

  test.each([
    ['dropped', async (id: string) => club.dropPlanChange(await read(id)), 'activa'],
    ['dropped by a cancellation', (id: string) => club.setCancelAtPeriodEnd(id, true), 'cancelada_al_final'],
    ['dropped by an undone cancellation', (id: string) => club.setCancelAtPeriodEnd(id, false), 'activa'],
    ['dropped by an immediate end', (id: string) => club.endNow(id), 'terminada'],
  ] as const)('is %s', async (_how, end, state) => {
    const id = await joinAndPlan();
    await end(id);
    expect(await stateOf(id)).toMatchObject({ state, next: null });
    expect((await subscriptions.retrieve(id)).schedule).toBeNull();
  });

  test('can be dropped twice', async () => {
    const id = await joinAndPlan();
    const before = await read(id);
    await club.releaseSchedule(before);
    await expect(club.releaseSchedule(before)).resolves.toBeUndefined();
    await expect(club.releaseSchedule(await read(id))).resolves.toBeUndefined();
  });
});

test('a change pending its payment is dropped with its invoice', async () => {
  const id = await join();
  // A card whose bank requests an authentication of every payment.
  await all.sim.stripe.setCard(id, '4000002760003184');
  const [item] = (await read(id)).items.data;
  const pending = await subscriptions.update(id, {
    items: [{ id: String(item?.id), price: await stripePriceOf('yearly', 3_978, 'es') }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(await stateOf(id)).toMatchObject({ plan: 'monthly', change: { plan: 'yearly' } });
  await club.dropPlanChange(await read(id));
  expect(await stateOf(id)).toMatchObject({ plan: 'monthly', state: 'activa', change: null });
  expect(await all.stripe.invoices.retrieve(String(pending.latest_invoice))).toMatchObject({ status: 'void' });
});
