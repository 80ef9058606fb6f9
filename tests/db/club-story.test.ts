import { randomUUID } from 'node:crypto';
import { clubCheckout, type Everything, startEverything } from '@unstore/payment-simulator/testing';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { POST as cancelSubscription } from '@/app/api/cancel-subscription/route';
import { takeClubCharge } from '@/lib/club/charge-event';
import { openClubPage } from '@/lib/club/page';
import { dropPlan, offerPlan, takePlan } from '@/lib/club/plan-change';
import { reconcileClub } from '@/lib/club/reconcile';
import { refreshSubscription } from '@/lib/club/refresh';
import { setCancelAtPeriodEnd } from '@/lib/club/stripe';
import { movedIntentOf } from '@/lib/payments/stripe/events/reversal';
import { subscriptionOf } from '@/lib/payments/stripe/events/subscription';
import { createUser, givePassword } from './factories.ts';
import { openDatabase } from './harness.ts';

const world = vi.hoisted(() => ({
  stripe: undefined as unknown as Stripe,
  rpc: undefined as unknown as (who: string | null, name: string, args: object) => Promise<unknown>,
  user: '',
  later: [] as (() => unknown)[],
}));

// Mocks Next.js's request context; the shop's code, the database and Stripe's API are real.
vi.mock('next/cache', () => ({ revalidateTag: () => {} }));
vi.mock('next/server', () => ({ after: (work: () => unknown) => world.later.push(work) }));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => {} }));
vi.mock('@/lib/core/env', () => ({
  env: () => ({ SITE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent', CRON_SECRET: 'cron-secret-of-this-story' }),
}));
vi.mock('@/lib/payments/stripe/client', async (original) => ({
  ...(await original<typeof import('@/lib/payments/stripe/client')>()),
  stripe: () => world.stripe,
}));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: world.user }) }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/security/origin', () => ({ isOwnOrigin: () => true }));

/** Answers a list of a person's own rows that have not ended, as the one table query of these stories asks. */
const ownSubscriptions = () =>
  sql`select referencia from suscripciones where user_id = ${world.user} and estado <> 'terminada' order by pagado_hasta desc`;
const query = {
  select: () => query,
  eq: () => query,
  neq: () => query,
  maybeSingle: async () => ({ data: null, error: null }),
  single: async () => ({
    data: (
      await sql`select club_precio_mensual::float8, club_descuento_anual_porcentaje, club_descuento_porcentaje
        from configuracion_global`
    )[0],
    error: null,
  }),
  order: () => query,
  limit: async () => ({ data: [...(await ownSubscriptions())], error: null }),
};
/** The response of a function, which can be sorted and limited. */
function answerOf(data: Promise<unknown>) {
  const answer = data.then((value) => ({ data: value, error: null }));
  const same = () => answer;
  return Object.assign(answer, { order: same, limit: same, overrideTypes: same });
}
const clientOf = (who: () => string | null) => ({
  rpc: (name: string, args: object = {}) => answerOf(world.rpc(who(), name, args)),
  from: () => query,
});
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => clientOf(() => null) }));
vi.mock('@/lib/core/supabase/server', () => ({
  createPublicClient: () => clientOf(() => null),
  createRequestClient: async () => clientOf(() => world.user),
}));

const db = await openDatabase({ connections: 10 });
const { sql } = db;

/** Calls a function as PostgREST does: a table is a list of rows, anything else is its value. */
world.rpc = async (who, name, args) => {
  const names = Object.keys(args);
  const values = Object.entries(args).map(([key, value]) =>
    value !== null && typeof value === 'object' && key !== 'p_sin_respuesta' ? sql.json(value) : value,
  );
  const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ');
  const rows = await db.as(who ? 'authenticated' : 'service_role', who, (transaction) =>
    transaction.unsafe(`select * from public.${name}(${list})`, values as never[]),
  );
  const [row] = rows;
  return row && name in row ? row[name] : rows;
};

let all: Everything;
beforeAll(async () => {
  all = await startEverything();
  world.stripe = all.stripe;
});
afterAll(() => all.stop());
beforeEach(() => {
  world.later = [];
});

/** Runs the work scheduled after the response, including nested work. */
async function afterwards(): Promise<void> {
  for (let work = world.later.shift(); work; work = world.later.shift()) await work();
}

const account = async (user: string) => (await sql`select club, uncoins::int from usuarios_meta where id = ${user}`)[0];
const atStripe = async (reference: string) => (await all.stripe.subscriptions.retrieve(reference)).status;
const charges = async (user: string) =>
  (await sql`select estado from cargos_club where user_id = ${user} order by periodo_inicio, created_at`).map(
    ({ estado }) => estado,
  );
const mails = async (user: string) =>
  (await sql`select plantilla from correos where user_id = ${user} order by id`).map(({ plantilla }) => plantilla);
/** The charge of the last event of this type. */
const chargeIn = async (type: string, reference: string) => {
  const [sent] = (await all.sim.events({ id: reference, type })).slice(-1);
  const charge = sent && movedIntentOf(sent.body as unknown as Stripe.Event);
  if (!charge) throw new Error(`Stripe has sent no ${type} of a charge`);
  return charge;
};

async function openPage(user: string, plan: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
  world.user = user;
  const page = await openClubPage(user, plan, 'es');
  if (typeof page === 'string') throw new Error(page);
  return page.pathname.split('/').at(-1) ?? '';
}

async function join(plan: 'monthly' | 'yearly' = 'monthly'): Promise<{ user: string; reference: string }> {
  const user = await createUser(sql);
  const session = await openPage(user, plan);
  await all.sim.stripe.pay(session);
  const reference = String((await all.stripe.checkout.sessions.retrieve(session)).subscription);
  await refreshSubscription(reference);
  await afterwards();
  expect(await account(user)).toEqual({ club: true, uncoins: 100 });
  return { user, reference };
}

test('a membership of an unknown person is reported once, and not after its end', async () => {
  const session = await openPage(await createUser(sql));
  await all.sim.stripe.pay(session);
  const reference = String((await all.stripe.checkout.sessions.retrieve(session)).subscription);
  // In a restored shop, members who joined after the backup are missing.
  await all.stripe.subscriptions.update(reference, { metadata: { club_user_id: randomUUID() } });
  const countCases = async () =>
    (await sql`select resuelto from casos_admin where tipo = 'suscripcion_desconocida' and clave ~ ${reference}`)
      .length;
  expect(await refreshSubscription(reference)).toBeNull();
  expect(await refreshSubscription(reference)).toBeNull();
  expect(await countCases()).toBe(1);

  await sql`delete from casos_admin where clave ~ ${reference}`;
  await all.stripe.subscriptions.cancel(reference);
  expect(await refreshSubscription(reference)).toBeNull();
  expect(await countCases()).toBe(0);
});

const ban = async (user: string, days: number | null) =>
  db.callAs(await createUser(sql, { role: 'admin' }), 'vetar', {
    p_usuario: user,
    p_hasta: days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString(),
    p_motivo: 'Fraude',
  });

test('a refund at Stripe ends the membership, and its subscription at Stripe', async () => {
  const { user, reference } = await join();
  await all.sim.stripe.refund(reference);
  expect(await takeClubCharge(await chargeIn('charge.refunded', reference))).toBe('club activa');
  await afterwards();
  expect(await account(user)).toEqual({ club: false, uncoins: 0 });
  expect(await atStripe(reference)).toBe('canceled');
  expect(await charges(user)).toEqual(['reembolsado']);
});

test.each([
  ['won', true, 'active', 'pagado'],
  ['lost', false, 'canceled', 'reembolsado'],
] as const)('a dispute that is %s decides the membership', async (outcome, club, status, state) => {
  const { user, reference } = await join();
  await all.sim.stripe.dispute(reference);
  await takeClubCharge(await chargeIn('charge.dispute.created', reference));
  await afterwards();
  expect(await account(user)).toEqual({ club: false, uncoins: 0 });
  expect(await atStripe(reference)).toBe('active');
  expect(await mails(user)).toEqual(['club_inicio']);
  await all.sim.stripe.closeDispute(reference, outcome);
  await takeClubCharge(await chargeIn('charge.dispute.closed', reference));
  await afterwards();
  expect(await account(user)).toEqual({ club, uncoins: club ? 100 : 0 });
  expect(await atStripe(reference)).toBe(status);
  expect(await charges(user)).toEqual([state]);
  await refreshSubscription(reference);
  expect(await mails(user)).toEqual(['club_inicio', ...(club ? [] : ['club_fin'])]);
});

test('the first event of a dispute changes nothing if it arrives last', async () => {
  const { user, reference } = await join();
  await all.sim.stripe.dispute(reference);
  await all.sim.stripe.closeDispute(reference, 'won');
  await takeClubCharge(await chargeIn('charge.dispute.closed', reference));
  await takeClubCharge(await chargeIn('charge.dispute.created', reference));
  expect(await account(user)).toEqual({ club: true, uncoins: 100 });
});

/** Moves a subscription so that the period that was paid ended a minute ago. */
async function endPeriod(reference: string): Promise<void> {
  const { items } = await all.stripe.subscriptions.retrieve(reference);
  const end = items.data[0]?.current_period_end ?? 0;
  await all.sim.stripe.shift(reference, Math.floor(Date.now() / 1000) - 60 - end);
  await refreshSubscription(reference);
}

// Stripe collects about an hour after it has opened a period: who waits for that is a member, without new coins.
test('an uncollected period keeps the membership, a failed one ends it, and a late payment resumes it', async () => {
  const { user, reference } = await join();
  await endPeriod(reference);
  for (const step of ['open', 'failed'] as const) {
    await (step === 'open' ? all.sim.stripe.renew(reference, 'open') : all.sim.stripe.retry(reference, 'failed'));
    await reconcileClub();
    expect(await account(user)).toEqual({ club: step === 'open', uncoins: 100 });
    expect(await mails(user)).toEqual(['club_inicio', ...(step === 'open' ? [] : ['club_impago'])]);
  }
  expect(await charges(user)).toEqual(['pagado', 'fallido']);
  await all.sim.stripe.retry(reference, 'paid');
  await reconcileClub();
  expect((await account(user))?.club).toBe(true);
  expect(await charges(user)).toEqual(['pagado', 'pagado']);
  expect(await mails(user)).toEqual(['club_inicio', 'club_impago', 'club_cobrado']);
  const [collected] = await sql`select datos from correos where user_id = ${user} and plantilla = 'club_cobrado'`;
  expect(collected?.datos).toMatchObject({ plan: 'monthly', centimos: 390 });
});

test('an unpaid membership is reported as ended when Stripe ends it, once', async () => {
  const { user, reference } = await join();
  await endPeriod(reference);
  await all.sim.stripe.renew(reference, 'failed');
  await reconcileClub();
  expect(await mails(user)).toEqual(['club_inicio', 'club_impago']);
  await all.stripe.subscriptions.cancel(reference);
  await refreshSubscription(reference);
  await reconcileClub();
  expect(await mails(user)).toEqual(['club_inicio', 'club_impago', 'club_fin']);
});

test('a renewal with a lost event is booked by the job', async () => {
  const { user, reference } = await join();
  await all.sim.stripe.shift(reference, -32 * 86_400);
  await refreshSubscription(reference);
  await all.sim.stripe.renew(reference, 'paid');
  await reconcileClub();
  expect((await account(user))?.club).toBe(true);
  const invoices = await sql`select numero from facturas f join cargos_club c on c.id = f.cargo_club_id
    where c.user_id = ${user}`;
  expect(invoices).toHaveLength(2);
});

test('a membership cancelled before its renewal is collected keeps the collected period', async () => {
  const { user, reference } = await join();
  await endPeriod(reference);
  await all.sim.stripe.renew(reference, 'open');
  await all.sim.stripe.portal(reference);
  await reconcileClub();
  await all.sim.stripe.retry(reference, 'paid');
  await reconcileClub();
  expect((await account(user))?.club).toBe(true);
  expect(await charges(user)).toEqual(['pagado', 'pagado']);
  expect(await mails(user)).toEqual(['club_inicio', 'club_cancelado']);
});

test('a cancelled and disputed membership continues if the dispute is won', async () => {
  const { user, reference } = await join();
  await setCancelAtPeriodEnd(reference, true);
  await all.sim.stripe.dispute(reference);
  await takeClubCharge(await chargeIn('charge.dispute.created', reference));
  await reconcileClub();
  expect(await account(user)).toEqual({ club: false, uncoins: 0 });
  await all.sim.stripe.closeDispute(reference, 'won');
  await takeClubCharge(await chargeIn('charge.dispute.closed', reference));
  expect(await account(user)).toEqual({ club: true, uncoins: 100 });
});

test('a cancellation in the portal ends with the period, and the shop’s button resumes it', async () => {
  const { user, reference } = await join();
  await all.sim.stripe.portal(reference);
  expect((await refreshSubscription(reference))?.state).toBe('cancelada_al_final');
  await setCancelAtPeriodEnd(reference, false);
  expect((await refreshSubscription(reference))?.state).toBe('activa');
  expect((await account(user))?.club).toBe(true);
});

test('a ban cancels the subscription at Stripe once, as soon as Stripe responds', async () => {
  const { user, reference } = await join();
  await ban(user, null);
  const fault = await all.sim.addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'DELETE',
    path: '/v1/subscriptions/*',
    times: 1,
    status: 500,
    scope: { id: reference },
  });
  expect((await reconcileClub()).cancelled).toEqual({ asked: 1, done: 0 });
  await all.sim.removeFault(fault.id);
  expect(await atStripe(reference)).toBe('active');
  await Promise.all([reconcileClub(), reconcileClub()]);
  expect(await atStripe(reference)).toBe('canceled');
  expect((await reconcileClub()).cancelled).toEqual({ asked: 0, done: 0 });
  expect(await account(user)).toEqual({ club: false, uncoins: 100 });
});

test('a temporary ban stops the next charge and keeps the paid time', async () => {
  const { user, reference } = await join();
  await ban(user, 3);
  await reconcileClub();
  expect(await all.stripe.subscriptions.retrieve(reference)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  });
  expect((await account(user))?.club).toBe(true);
});

test('a deleted account cancels its subscription and closes its open page', async () => {
  const { user, reference } = await join();
  await setCancelAtPeriodEnd(reference, true);
  await refreshSubscription(reference);
  const other = await createUser(sql);
  const page = await openPage(other);
  for (const id of [user, other]) {
    const p_contrasena = await givePassword(sql, id);
    expect(await db.callAs(id, 'borrar_mi_cuenta', { p_contrasena })).toMatchObject({ ok: true });
  }
  await reconcileClub();
  expect(await atStripe(reference)).toBe('canceled');
  expect((await all.stripe.checkout.sessions.retrieve(page)).status).toBe('expired');
});

test('a repeated request reuses its checkout, and one for another plan closes it', async () => {
  const user = await createUser(sql);
  const monthly = await openPage(user);
  expect(await openPage(user)).toBe(monthly);
  const yearly = await openPage(user, 'yearly');
  expect(yearly).not.toBe(monthly);
  const status = async (id: string) => (await all.stripe.checkout.sessions.retrieve(id)).status;
  expect([await status(monthly), await status(yearly)]).toEqual(['expired', 'open']);
});

test('a checkout paid without a webhook starts the membership instead of a second checkout', async () => {
  const user = await createUser(sql);
  const monthly = await openPage(user);
  await all.sim.stripe.pay(monthly);
  expect(await openClubPage(user, 'yearly', 'es')).toBe('ya_del_club');
  expect(await account(user)).toEqual({ club: true, uncoins: 100 });
});

test('only one of several checkouts opened at once can be paid', async () => {
  const user = await createUser(sql);
  world.user = user;
  const plans = ['monthly', 'yearly', 'monthly', 'yearly'] as const;
  await Promise.allSettled(plans.map((plan) => openClubPage(user, plan, 'es')));
  const own = (await all.stripe.checkout.sessions.list({ limit: 100 })).data.filter(
    ({ client_reference_id, status }) => client_reference_id === user && status === 'open',
  );
  const rows = await sql`select referencia from sesiones_club where user_id = ${user} and estado = 'abierta'`;
  expect(own.map(({ id }) => id)).toEqual(rows.map(({ referencia }) => referencia));
});

test('a single failure of Stripe is retried, and a repeated one is reported', async () => {
  const user = await createUser(sql);
  world.user = user;
  const fail = (times: number) =>
    all.sim.addFault({
      kind: 'fail',
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions',
      when: 'after',
      times,
      status: 500,
      scope: { metadata: { club_user_id: user } },
    });
  const lasting = await fail(100);
  await expect(openClubPage(user, 'monthly', 'es')).rejects.toThrow();
  await all.sim.removeFault(lasting.id);
  await fail(1);
  expect(await openPage(user)).toMatch(/^cs_/);
});

test('a checkout being created by a concurrent request is not closed', async () => {
  const user = await createUser(sql);
  world.user = user;
  const busy = await all.sim.addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'POST',
    path: '/v1/checkout/sessions',
    times: 100,
    status: 409,
    scope: { metadata: { club_user_id: user } },
  });
  await expect(openClubPage(user, 'monthly', 'es')).rejects.toThrow();
  await all.sim.removeFault(busy.id);
  expect(await sql`select estado from sesiones_club where user_id = ${user}`).toMatchObject([{ estado: 'abierta' }]);
});

/** A second subscription of the same person, begun without the shop. */
async function subscribeAtStripe(user: string): Promise<string> {
  const metadata = { club_user_id: user, club_plan: 'monthly' };
  const asked = { ...clubCheckout(), metadata, subscription_data: { metadata } };
  const session = await all.stripe.checkout.sessions.create(asked);
  await all.sim.stripe.pay(session.id);
  return String((await all.stripe.checkout.sessions.retrieve(session.id)).subscription);
}

async function cancel(user: string): Promise<void> {
  world.user = user;
  const answer = await cancelSubscription(
    new Request('http://localhost:3000/api/cancel-subscription', { method: 'POST' }),
  );
  expect(answer.status).toBe(200);
}

describe('an unpaid invoice is not collected', () => {
  test.each(['open', 'failed'] as const)('if a member cancels during a renewal that is %s', async (outcome) => {
    const { user, reference } = await join();
    await endPeriod(reference);
    await all.sim.stripe.renew(reference, outcome);
    await refreshSubscription(reference);
    await cancel(user);
    expect(await atStripe(reference)).toBe('canceled');
    await expect(all.sim.stripe.retry(reference, 'paid')).rejects.toThrow();
    const [unpaid] = (await all.stripe.invoices.list({ subscription: reference })).data;
    expect(unpaid).toMatchObject({ status: 'open', next_payment_attempt: null });
    expect(await account(user)).toEqual({ club: false, uncoins: 100 });
    expect(await mails(user)).not.toContain('club_cancelado');
  });

  test('if a person is temporarily banned during a pending renewal', async () => {
    const { user, reference } = await join();
    await endPeriod(reference);
    await all.sim.stripe.renew(reference, 'open');
    await ban(user, 3);
    await reconcileClub();
    expect(await atStripe(reference)).toBe('canceled');
  });
});

test('cancelling cancels both of two memberships', async () => {
  const { user, reference } = await join();
  const second = await subscribeAtStripe(user);
  await refreshSubscription(second);
  await cancel(user);
  for (const id of [reference, second]) {
    expect(await all.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  }
});

test('a second membership is cancelled and refunded, and the first one stays', async () => {
  const { user, reference } = await join();
  const second = await subscribeAtStripe(user);
  await refreshSubscription(second);
  await afterwards();
  expect([await atStripe(reference), await atStripe(second)]).toEqual(['active', 'canceled']);
  expect(await charges(user)).toEqual(['pagado', 'reembolsado']);
  expect(await account(user)).toEqual({ club: true, uncoins: 100 });
});

describe('a change from yearly to monthly', () => {
  /** What the shop knows of a subscription. */
  const known = async (reference: string) =>
    (
      await sql`select plan, estado, proximo_plan, proximo_centimos, precio_centimos from suscripciones where referencia = ${reference}`
    )[0];
  const atNextPeriod = { plan: 'yearly', estado: 'activa', proximo_plan: 'monthly', proximo_centimos: 390 };
  const unchanged = { plan: 'yearly', estado: 'activa', proximo_plan: null, proximo_centimos: null };
  const paid = async (reference: string) =>
    (await all.stripe.invoices.list({ subscription: reference })).data.map(({ amount_paid }) => amount_paid);

  async function offer(user: string): Promise<string> {
    world.user = user;
    const offered = await offerPlan(user, 'monthly', 'es');
    if (typeof offered === 'string' || !('offer' in offered)) throw new Error(`no offer: ${JSON.stringify(offered)}`);
    expect(offered).toMatchObject({ priceCents: 390, startsAt: expect.any(Date) });
    return offered.offer;
  }
  async function joinYearly() {
    const member = await join('yearly');
    return { ...member, offer: await offer(member.user) };
  }

  test('keeps the paid year, and is notified and charged once afterwards', async () => {
    const { user, reference, offer: taken } = await joinYearly();
    expect(await takePlan(user, taken, 'es')).toEqual({ plan: 'monthly' });
    expect(await known(reference)).toMatchObject({ ...atNextPeriod, precio_centimos: 3978 });
    expect(await paid(reference)).toEqual([3978]);
    expect(await takePlan(user, taken, 'es')).toEqual({ plan: 'monthly' });
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan_previsto']);

    await endPeriod(reference);
    await all.sim.stripe.renew(reference);
    await Promise.all([refreshSubscription(reference), refreshSubscription(reference), reconcileClub()]);
    expect(await known(reference)).toMatchObject({ ...unchanged, plan: 'monthly', precio_centimos: 390 });
    expect(await paid(reference)).toEqual([390, 3978]);
    expect(
      (await sql`select plan from cargos_club where user_id = ${user} order by periodo_inicio`).map((row) => row.plan),
    ).toEqual(['yearly', 'monthly']);
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan_previsto', 'club_plan']);
    expect((await account(user))?.club).toBe(true);

    // Stripe's schedule manages the first month still: the way back to yearly lets go of it.
    const back = await offerPlan(user, 'yearly', 'es');
    expect(await takePlan(user, (back as { offer: string }).offer, 'es')).toEqual({ plan: 'yearly' });
    expect(await known(reference)).toMatchObject({ ...unchanged, precio_centimos: 3978 });
    expect((await all.stripe.subscriptions.retrieve(reference)).schedule).toBeNull();
  });

  test('can be cancelled, scheduled again, and ends with a cancelled membership', { tags: 'nightly' }, async () => {
    const { user, reference, offer: taken } = await joinYearly();
    await takePlan(user, taken, 'es');
    expect(await dropPlan([reference])).toBe('yearly');
    expect(await known(reference)).toMatchObject(unchanged);
    expect((await all.stripe.subscriptions.retrieve(reference)).schedule).toBeNull();

    expect(await takePlan(user, taken, 'es')).toEqual({ plan: 'monthly' });
    expect(await known(reference)).toMatchObject(atNextPeriod);
    await cancel(user);
    expect(await known(reference)).toMatchObject({ ...unchanged, estado: 'cancelada_al_final' });
    expect(await takePlan(user, taken, 'es')).toBe('plan_no_cambiable');
    await setCancelAtPeriodEnd(reference, false);
    await refreshSubscription(reference);
    await endPeriod(reference);
    await all.sim.stripe.renew(reference);
    expect(await paid(reference)).toEqual([3978, 3978]);
  });

  test('is scheduled once by concurrent requests', async () => {
    const { user, reference, offer: taken } = await joinYearly();
    const answers = await Promise.all([taken, taken, await offer(user)].map((each) => takePlan(user, each, 'es')));
    expect(answers).toEqual(Array(3).fill({ plan: 'monthly' }));
    const made = await all.sim.events({ id: reference, type: 'subscription_schedule.created' });
    expect(made).toHaveLength(1);
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan_previsto']);
  });

  const breakUpdate = (reference: string, when: 'before' | 'after') =>
    all.sim.addFault({
      kind: 'fail',
      provider: 'stripe',
      method: 'POST',
      path: '/v1/subscription_schedules/*',
      when,
      times: 1,
      status: 500,
      scope: { id: reference },
    });

  test('that fails before its second request changes nothing and succeeds on retry', async () => {
    const { user, reference, offer: taken } = await joinYearly();
    await breakUpdate(reference, 'before');
    await expect(takePlan(user, taken, 'es')).rejects.toThrow();
    expect((await refreshSubscription(reference))?.next).toBeNull();
    expect((await all.stripe.subscriptions.retrieve(reference)).schedule).not.toBeNull();
    expect(await takePlan(user, taken, 'es')).toEqual({ plan: 'monthly' });
    expect(await known(reference)).toMatchObject(atNextPeriod);
  });

  test('whose response is lost is completed by webhooks in any order', { tags: 'nightly' }, async () => {
    const { user, reference, offer: taken } = await joinYearly();
    await breakUpdate(reference, 'after');
    await expect(takePlan(user, taken, 'es')).rejects.toThrow();
    expect(await known(reference)).toMatchObject(unchanged);
    const events = await all.sim.events({ id: reference });
    const news = events.flatMap(({ body }) => subscriptionOf(body as unknown as Stripe.Event) ?? []);
    expect(events.map(({ type }) => type)).toContain('subscription_schedule.updated');
    for (const { id, invoice } of news.toReversed()) await refreshSubscription(id, invoice);
    expect(await known(reference)).toMatchObject(atNextPeriod);
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan_previsto']);
  });

  test('that failed does not prevent a cancellation or a ban', { tags: 'nightly' }, async () => {
    const { user, reference, offer: taken } = await joinYearly();
    await breakUpdate(reference, 'before');
    await expect(takePlan(user, taken, 'es')).rejects.toThrow();
    await cancel(user);
    expect(await known(reference)).toMatchObject({ ...unchanged, estado: 'cancelada_al_final' });
    const { reference: other, user: gone, offer: planned } = await joinYearly();
    await takePlan(gone, planned, 'es');
    await ban(gone, null);
    await reconcileClub();
    expect(await atStripe(other)).toBe('canceled');
  });

  test('is valid only for its member, price and period', { tags: 'nightly' }, async () => {
    const { user, reference, offer: taken } = await joinYearly();
    const other = await joinYearly();
    expect(await takePlan(other.user, taken, 'es')).toBe('cambio_caducado');
    expect(await takePlan(user, `${taken}x`, 'es')).toBe('cambio_caducado');
    world.user = (await join()).user;
    expect(await offerPlan(world.user, 'monthly', 'es')).toBe('plan_igual');
    world.user = user;
    await endPeriod(reference);
    await all.sim.stripe.renew(reference);
    await refreshSubscription(reference);
    expect(await takePlan(user, taken, 'es')).toBe('cambio_caducado');
  });
});

test('a change to yearly whose charge has no answer is not called free of charge', async () => {
  const { user, reference } = await join();
  world.user = user;
  const offered = (await offerPlan(user, 'yearly', 'es')) as { offer: string };
  const fault = await all.sim.addFault({
    ...{ kind: 'fail', provider: 'stripe', method: 'POST', path: '/v1/subscriptions/*', when: 'after' },
    ...{ times: 100, status: 500, scope: { id: reference } },
  });
  expect(await takePlan(user, offered.offer, 'es')).toBe('cambio_sin_respuesta');
  await all.sim.removeFault(fault.id);
  expect((await all.stripe.invoices.list({ subscription: reference })).data[0]?.amount_paid).toBeGreaterThan(3000);
  await refreshSubscription(reference);
  expect(await takePlan(user, offered.offer, 'es')).toBe('plan_igual');
});

test.each(['es', 'en'] as const)('the price of a changed plan has its name in %s at Stripe', async (locale) => {
  const { user, reference } = await join();
  const offered = await offerPlan(user, 'yearly', locale);
  await takePlan(user, (offered as { offer: string }).offer, locale);
  const { items, schedule } = await all.stripe.subscriptions.retrieve(reference);
  expect(schedule).toBeNull();
  expect(items.data[0]?.price.lookup_key).toBe(`club_yearly_3978_${locale}`);
});

test('a new price applies to new members and plan changes, and members keep theirs', async () => {
  const set = (euros: number) => sql`update configuracion_global set club_precio_mensual = ${euros}`;
  const member = await join('yearly');
  const waiting = await createUser(sql);
  const old = await openPage(waiting);
  world.user = member.user;
  const before = await offerPlan(member.user, 'monthly', 'es');
  await set(5);
  try {
    // A page that is open at the old price cannot be paid any more.
    const page = await openPage(waiting);
    expect(page).not.toBe(old);
    expect((await all.stripe.checkout.sessions.retrieve(old)).status).toBe('expired');
    expect(await all.stripe.checkout.sessions.retrieve(page)).toMatchObject({ amount_total: 500 });
    world.user = member.user;
    expect(await takePlan(member.user, (before as { offer: string }).offer, 'es')).toBe('cambio_caducado');
    const now = await offerPlan(member.user, 'monthly', 'es');
    expect(now).toMatchObject({ priceCents: 500 });
    await all.sim.stripe.shift(member.reference, -366 * 86_400);
    await all.sim.stripe.renew(member.reference);
    await refreshSubscription(member.reference);
    const [kept] = await sql`select precio_centimos from suscripciones where referencia = ${member.reference}`;
    expect(kept).toEqual({ precio_centimos: 3978 });
    const [renewed] = (await all.stripe.invoices.list({ subscription: member.reference })).data;
    expect(renewed?.amount_paid).toBe(3978);
    expect(await takePlan(member.user, (now as { offer: string }).offer, 'es')).toBe('cambio_caducado');
    const next = await offerPlan(member.user, 'monthly', 'es');
    expect(await takePlan(member.user, (next as { offer: string }).offer, 'es')).toEqual({ plan: 'monthly' });
    const [planned] = await sql`select proximo_centimos from suscripciones where referencia = ${member.reference}`;
    expect(planned).toEqual({ proximo_centimos: 500 });
  } finally {
    await set(3.9);
  }
});
