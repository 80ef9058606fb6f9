import { expect, type Page } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { findImbalances } from './support/balance.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { goodCard, payWith, provider, stripe } from './support/shopping.ts';
import { test } from './support/test.ts';

/** From the Club's page to Stripe's. Answers the id of the session. */
async function goToStripe(page: Page, plan: 'Mensual' | 'Anual' = 'Mensual'): Promise<string> {
  await page.goto('/club');
  await page.getByRole('main').getByRole('button', { name: 'Unirme al Club' }).click();
  await page.getByRole('radio', { name: new RegExp(plan) }).check();
  await page.getByRole('button', { name: 'Suscribirme' }).click();
  await page.waitForURL(/\/pay\/cs_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const account = async (person: Person) =>
  (
    await database()`select club, subscription_id, uncoins from usuarios_meta where id = ${person.id}`
  )[0] as unknown as { club: boolean; subscription_id: string | null; uncoins: number };
const expectMember = (person: Person, club: boolean) =>
  expect.poll(async () => (await account(person)).club).toBe(club);
const subscriptionOf = async (person: Person) =>
  String(
    (
      await database()`select referencia from suscripciones where user_id = ${person.id} order by created_at desc limit 1`
    )[0]?.referencia,
  );

/** Asks for the page to join as the button does. */
const askToJoin = (page: Page, plan: 'monthly' | 'yearly' = 'monthly') =>
  page.request.post('/api/club-subscribe', { headers: { origin: process.env.SITE_URL ?? '' }, data: { plan } });

/** A new person, signed in, with the page to join open. Answers the id of its session. */
async function beginToJoin(page: Page, plan: 'monthly' | 'yearly' = 'monthly') {
  const person = await createPerson();
  await signIn(page, person);
  const { sessionUrl } = await (await askToJoin(page, plan)).json();
  return { person, session: new URL(sessionUrl).pathname.split('/').at(-1) ?? '' };
}

/** A new person, signed in, who is a member of the Club. */
async function join(
  page: Page,
  plan: 'monthly' | 'yearly' = 'monthly',
): Promise<{ person: Person; reference: string }> {
  const { person, session } = await beginToJoin(page, plan);
  await provider().stripe.pay(session);
  await expectMember(person, true);
  return { person, reference: await subscriptionOf(person) };
}

test('a person compares the plans, pays for a month, and gets the benefits at once', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/club');
  await expect(page.getByRole('heading', { name: 'UnStore Club' })).toBeVisible();
  await expect(page.getByRole('main').getByText('3,90 €').first()).toBeVisible();
  await expect(page.getByText(/O 3,32\s€ al mes pagando 39,78\s€ al año: un 15 % menos/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Incluido ahora en el Club' }).getByRole('article')).not.toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(9);
  await expectNoAxeViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Unirme al Club' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fclub/);

  await signIn(page, person, '/club');
  await page.getByRole('main').getByRole('button', { name: 'Unirme al Club' }).click();
  const dialog = page.getByRole('dialog', { name: 'Elige tu plan' });
  await expect(dialog.getByText('El precio final puede variar según el método de pago.')).toBeVisible();
  await dialog.getByRole('radio', { name: /Anual/ }).check();
  await expect(dialog.getByText('39,78 €').last()).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('radio', { name: /Mensual/ }).check();
  await dialog.getByRole('button', { name: 'Suscribirme' }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(page).toHaveURL(/\/profile\/club/);
  await expect(page.getByText('Estado de suscripción')).toBeVisible();
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  await expect(page.getByText(/Próximo cobro: 3,90\s€/)).toBeVisible();
  const first = page.getByRole('region', { name: 'Ya eres del Club: empieza por aquí' });
  await expect(first.getByRole('link', { name: 'Reclama un producto incluido' })).toHaveAttribute(
    'href',
    '/club#included',
  );
  await expectNoAxeViolations(page);
  expect((await account(person)).uncoins).toBe(100);

  await page.goto('/cart?producto=domador');
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(/Club −30 %.*Total\s*6,99/);
  await page.goto('/club');
  await expect(page.getByRole('main').getByRole('button', { name: 'Activado' })).toBeDisabled();
  await findMail(person.email, /Club/);
});

test('the yearly plan costs 39.78 and grants the coins of each month once', { tag: '@nightly' }, async ({ page }) => {
  const { person } = await join(page, 'yearly');
  await page.goto('/profile/club');
  await expect(page.getByText(/Próximo cobro: 39,78\s€/)).toBeVisible();
  for (let time = 0; time < 3; time += 1) await runCron();
  expect((await account(person)).uncoins).toBe(100);
  await database()`update cargos_club set periodo_inicio = periodo_inicio - interval '2 months'
    where user_id = ${person.id}`;
  await Promise.all([runCron(), runCron()]);
  expect((await account(person)).uncoins).toBe(300);
});

test('a cancellation shows its consequences, takes effect at the end of the period, and can be undone', {
  tag: '@nightly',
}, async ({ page }) => {
  const sql = database();
  const { person } = await join(page);
  const [exclusive] = await sql`select id, slug, nombre from productos
    where club_only and status = 'approved' and precio > 0 and stock and disponibilidad limit 1`;
  await page.goto(`/p/${exclusive?.slug}`);
  await page.getByRole('button', { name: 'Reclamar con el Club' }).click();
  await page.getByRole('dialog').getByLabel('Nombre de Minecraft').fill('jugador_1');
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reclamar' }).click();
  await expect(page).toHaveURL(/\/profile\/order\//);
  await expect(page.getByRole('definition').filter({ hasText: 'Incluido en tu Club' })).toBeVisible();

  await page.goto('/profile/club');
  await page.getByRole('button', { name: 'Cancelar suscripción' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Dejar el Club?' });
  await expect(dialog.getByRole('link', { name: String(exclusive?.nombre) })).toBeVisible();
  await expect(dialog.getByText(/Quedártelo: .*€/)).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Sí, cancelar' }).click();
  await expect(page.getByText('Suscripción cancelada con éxito.')).toBeVisible();
  await expect(page.getByText(/Cancelada: la disfrutas hasta el/)).toBeVisible();
  await expectMember(person, true);
  await page.getByRole('button', { name: 'Seguir en el Club' }).click();
  await expect(page.getByText(/Próximo cobro/)).toBeVisible();
});

test('a subscription that ends at Stripe ends here without its webhooks, and revokes lent products', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person, reference } = await join(page);
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${person.id}, id, 'club', 0, 'jugador_1' from productos where slug = 'domador'`;
  await provider().addFault({ kind: 'drop', times: 10, scope: { id: reference } });
  await provider().stripe.end(reference);
  await runCron();
  await expectMember(person, false);
  const [lent] = await database()`select revocada_motivo from adquisiciones where user_id = ${person.id}`;
  expect(lent?.revocada_motivo).toBe('fin_club');
  await page.goto('/profile/club');
  await expect(page.getByText('Inactiva')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unirme al Club' }).first()).toBeVisible();
});

test('a failed renewal ends the benefits until it is paid', { tag: '@nightly' }, async ({ page }) => {
  const { person, reference } = await join(page);
  // A month has passed: the next one has begun, and its payment has not arrived.
  await provider().stripe.shift(reference, -32 * 86_400);
  await provider().stripe.renew(reference, 'open');
  await expectMember(person, false);
  await provider().stripe.retry(reference, 'failed');
  await expect
    .poll(async () => (await chargesOf(person)).map(({ estado }) => estado).toSorted())
    .toEqual(['fallido', 'pagado']);
  await runCron();
  expect(await account(person)).toMatchObject({ club: false, uncoins: 100 });
  await page.goto('/profile/club');
  await expect(page.getByText(/El último cobro ha fallado/)).toBeVisible();
  await provider().stripe.retry(reference, 'paid');
  await expectMember(person, true);
});

test('a member opens the portal of Stripe, and nobody can cancel the subscription of another', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { person, reference } = await join(page);
  const stranger = await browser.newPage();
  await signIn(stranger, await createPerson());
  const headers = { origin: process.env.SITE_URL ?? '' };
  const refused = await stranger.request.post('/api/cancel-subscription', {
    headers,
    data: { subscriptionId: reference },
  });
  expect([refused.status(), (await refused.json()).message]).toEqual([
    404,
    'No se encontró una suscripción activa para cancelar.',
  ]);
  await stranger.close();
  await expectMember(person, true);
  await page.goto('/profile/club');
  await page.getByRole('button', { name: 'Facturas y tarjeta' }).click();
  await expect(page).not.toHaveURL(/\/profile\/club/);
});

test('a failure of Stripe during a cancellation shows a message', { tag: '@nightly' }, async ({ page }) => {
  const { reference } = await join(page);
  await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'POST',
    path: '/v1/subscriptions/*',
    times: 10,
    status: 500,
    scope: { id: reference },
  });
  await page.goto('/profile/club');
  await page.getByRole('button', { name: 'Cancelar suscripción' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar' }).click();
  await expect(page.getByText('Hubo un error al cancelar la suscripción.')).toBeVisible();
});

/** A second subscription of the same person, begun without the shop. */
async function subscribeAtStripe(person: Person): Promise<string> {
  const metadata = { club_user_id: person.id, club_plan: 'monthly' };
  const session = await stripe().checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 390,
          recurring: { interval: 'month' },
          product_data: { name: 'UnStore Club' },
        },
      },
    ],
    metadata,
    subscription_data: { metadata },
    success_url: `${process.env.SITE_URL}/profile/club`,
  });
  await provider().stripe.pay(session.id);
  const { subscription } = await stripe().checkout.sessions.retrieve(session.id);
  return String(subscription);
}

const chargesOf = (person: Person) =>
  database()`select estado, centimos, devuelto_centimos from cargos_club where user_id = ${person.id} order by periodo_inicio`;
const endedAtStripe = (reference: string) =>
  expect
    .poll(async () => (await provider().events({ id: reference, type: 'customer.subscription.deleted' })).length)
    .toBe(1);

test('charges are listed with invoices, and a refund ends the membership here and at Stripe', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { person, reference } = await join(page);
  await page.goto('/profile/club');
  const charges = page.getByRole('region', { name: 'Cuotas' });
  await expect(charges.getByText('Mensual · Pagada')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    charges.getByRole('link', { name: 'Factura' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^factura-20\d\d-\d{6}\.pdf$/);
  const [invoice] = await database()`select f.id from facturas f join cargos_club c on c.id = f.cargo_club_id
    where c.user_id = ${person.id}`;
  const stranger = await browser.newPage();
  await signIn(stranger, await createPerson());
  expect((await stranger.request.get(`/api/club-invoice/${invoice?.id}`)).status()).toBe(404);
  await stranger.close();

  await provider().stripe.refund(reference);
  await expectMember(person, false);
  expect(await account(person)).toMatchObject({ uncoins: 0 });
  await endedAtStripe(reference);
  expect(await chargesOf(person)).toMatchObject([{ estado: 'reembolsado', devuelto_centimos: 390 }]);
  await page.reload();
  await expect(page.getByText('Inactiva')).toBeVisible();
  await expect(charges.getByText(/Devuelta · Devuelto: 3,90\s€/)).toBeVisible();
  await expect(charges.getByRole('link', { name: /^Rectificativa R/ })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await findImbalances()).toEqual([]);
});

for (const [outcome, effect] of [
  ['won', 'restores'],
  ['lost', 'ends'],
] as const) {
  test(`a dispute of a Club charge suspends the membership, and ${effect} it once ${outcome}`, {
    tag: '@nightly',
  }, async ({ page }) => {
    const { person, reference } = await join(page);
    await provider().stripe.dispute(reference);
    await expectMember(person, false);
    expect(await chargesOf(person)).toMatchObject([{ estado: 'en_disputa' }]);
    await provider().stripe.closeDispute(reference, outcome);
    if (outcome === 'lost') await endedAtStripe(reference);
    await expectMember(person, outcome === 'won');
    expect(await account(person)).toMatchObject({ uncoins: outcome === 'won' ? 100 : 0 });
    const kinds = await database()`select tipo from casos_admin where datos ->> 'usuario' = ${person.id} order by id`;
    expect(kinds.map(({ tipo }) => tipo)).toEqual(
      outcome === 'won' ? ['club_en_disputa'] : ['club_en_disputa', 'club_devuelto'],
    );
  });
}

test('a cancellation in the portal of Stripe is shown in the shop and undone there', { tag: '@nightly' }, async ({
  page,
}) => {
  const { person, reference } = await join(page);
  await page.goto('/profile/club');
  await page.getByRole('button', { name: 'Facturas y tarjeta' }).click();
  await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
  await page.getByRole('button', { name: 'Reanudar la suscripción' }).waitFor();
  await provider().idle({ id: reference });
  await page.getByRole('link', { name: 'Volver a la tienda' }).click();
  await expect(page.getByText(/Cancelada: la disfrutas hasta el/)).toBeVisible();
  await expectMember(person, true);
  await page.getByRole('button', { name: 'Seguir en el Club' }).click();
  await expect(page.getByText(/Próximo cobro/)).toBeVisible();
});

test('a permanent ban ends the subscription at Stripe, even after a failed first attempt', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { person, reference } = await join(page);
  const fault = await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'DELETE',
    path: '/v1/subscriptions/*',
    times: 10,
    status: 500,
    scope: { id: reference },
  });
  const admin = await browser.newPage();
  await signInAsAdmin(admin, `/dashboard-admin/users/${person.id}`);
  const form = admin.getByRole('region', { name: 'Suspender la cuenta' });
  await form.getByLabel(/Motivo/).fill('Fraude con tarjetas');
  await form.getByRole('button', { name: 'Suspender' }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspender a/ })
    .click();
  const ordered = async () =>
    (
      await database()`select c.estado, c.intentos > 0 as tried from cancelaciones_club c
        join suscripciones s on s.id = c.suscripcion_id where s.referencia = ${reference}`
    )[0];
  await expect.poll(ordered).toEqual({ estado: 'pendiente', tried: true });
  await admin.close();
  await provider().removeFault(fault.id);
  await runCron();
  await endedAtStripe(reference);
  expect(await ordered()).toMatchObject({ estado: 'hecha' });
  await expectMember(person, false);
});

test('a second checkout of the Club closes the first one, and a double subscription is refunded', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const monthly = await goToStripe(page);
  expect(await goToStripe(page)).toBe(monthly);
  const yearly = await goToStripe(page, 'Anual');
  expect(yearly).not.toBe(monthly);
  await page.goto(`${process.env.STRIPE_API_URL}/pay/${monthly}`);
  await expect(page.getByLabel('Número de tarjeta')).toHaveCount(0);
  await provider().stripe.pay(yearly);
  await expectMember(person, true);
  const reference = await subscriptionOf(person);

  // A subscription created at Stripe instead of by the shop's button.
  const second = await subscribeAtStripe(person);
  await expect
    .poll(async () => (await chargesOf(person)).map(({ estado }) => estado).toSorted())
    .toEqual(['pagado', 'reembolsado']);
  await endedAtStripe(second);
  expect(await account(person)).toMatchObject({ club: true, subscription_id: reference, uncoins: 100 });
  await page.goto('/profile/club');
  await expect(page.getByRole('region', { name: 'Cuotas' }).getByRole('listitem')).toHaveCount(2);
});

test('at most one of several checkouts of the Club opened at once stays open', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  const plans = ['monthly', 'yearly', 'monthly', 'yearly'] as const;
  await Promise.all(plans.map((plan) => askToJoin(page, plan)));
  const own = (await stripe().checkout.sessions.list({ limit: 100 })).data.filter(
    (session) => session.client_reference_id === person.id,
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  const [row] =
    await database()`select referencia from sesiones_club where user_id = ${person.id} and estado = 'abierta'`;
  expect(own.filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual(row ? [row.referencia] : []);
});

test('a failed request to Stripe is retried while a person joins the Club', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'POST',
    path: '/v1/checkout/sessions',
    when: 'after',
    times: 1,
    status: 500,
    scope: { metadata: { club_user_id: person.id } },
  });
  expect((await askToJoin(page, 'monthly')).status()).toBe(200);
});

const faults = {
  duplicated: { kind: 'duplicate', times: 20, copies: 3 },
  delayed: { kind: 'delay', times: 20, delayMs: 3_600_000 },
  reordered: { kind: 'reorder', times: 4, holdMs: 3_600_000 },
  dropped: { kind: 'drop', times: 20 },
} as const;

for (const [way, fault] of Object.entries(faults)) {
  test(`a subscription with ${way} webhooks makes a member once, with the coins of one month`, {
    tag: '@nightly',
  }, async ({ page }) => {
    const { person, session } = await beginToJoin(page);
    await provider().addFault({ ...fault, scope: { id: session } });
    await provider().stripe.pay(session);
    await provider().flush(session);
    await provider().idle({ id: session, until: 'all' });
    await runCron();
    await expectMember(person, true);
    expect((await account(person)).uncoins).toBe(100);
    expect(await findImbalances()).toEqual([]);
    const [row] = await database()`select count(*)::int as count from suscripciones where user_id = ${person.id}`;
    expect(row?.count).toBe(1);
  });
}
