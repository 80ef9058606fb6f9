import { expect, type Page, test } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { findImbalances } from './support/balance.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { goodCard, payWith, provider } from './support/shopping.ts';

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

async function join(page: Page, plan: 'Mensual' | 'Anual' = 'Mensual'): Promise<{ person: Person; reference: string }> {
  const person = await createPerson();
  await signIn(page, person);
  await goToStripe(page, plan);
  await payWith(page, goodCard);
  await expect(page).toHaveURL(/\/profile\/club/);
  await expectMember(person, true);
  return { person, reference: await subscriptionOf(person) };
}

test('the Club is compared, chosen, paid by the month, and gives its benefits at once', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/club');
  await expect(page.getByRole('heading', { name: 'UnStore Club' })).toBeVisible();
  await expect(page.getByRole('main').getByText('3,90 €').first()).toBeVisible();
  await expect(page.getByText('Con el plan anual ahorras un 15 %')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(10);
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
  await expectNoAxeViolations(page);
  expect((await account(person)).uncoins).toBe(100);

  await page.goto('/cart?producto=domador');
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(/Club −30 %.*Total\s*6,99/);
  await page.goto('/club');
  await expect(page.getByRole('main').getByRole('button', { name: 'Activado' })).toBeDisabled();
  await findMail(person.email, /Club/);
});

test('the year costs 39.78 and gives the coins of each month once', async ({ page }) => {
  const { person, reference } = await join(page, 'Anual');
  await expect(page.getByText(/Próximo cobro: 39,78\s€/)).toBeVisible();
  for (let time = 0; time < 3; time += 1) await runCron();
  expect((await account(person)).uncoins).toBe(100);
  await database()`update suscripciones set periodo_inicio = periodo_inicio - interval '2 months' where referencia = ${reference}`;
  await Promise.all([runCron(), runCron()]);
  expect((await account(person)).uncoins).toBe(300);
});

test('leaving says what ends and what keeping it costs, lasts to the end of what was paid, and can be taken back', async ({
  page,
}) => {
  const sql = database();
  const { person } = await join(page);
  const [exclusive] = await sql`select id, slug, nombre from productos
    where club_only and status = 'approved' and precio > 0 and stock and disponibilidad limit 1`;
  await page.goto(`/p/${exclusive?.slug}`);
  await page.getByRole('button', { name: 'Reclamar con Club' }).click();
  await page.getByRole('dialog').getByLabel('Nombre de Minecraft').fill('jugador_1');
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reclamar' }).click();
  await expect(page).toHaveURL(/\/profile\/order\//);
  await expect(page.getByText('Incluido en tu Club', { exact: true })).toBeVisible();

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

test('what ends at Stripe ends here, also when its news is lost, and takes what it had lent', async ({ page }) => {
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

test('a renewal that fails ends the benefits until it is paid', async ({ page }) => {
  const { person, reference } = await join(page);
  // A month has passed.
  await provider().stripe.shift(reference, -32 * 86_400);
  await provider().stripe.renew(reference, 'failed');
  await expectMember(person, false);
  await page.goto('/profile/club');
  await expect(page.getByText(/El último cobro ha fallado/)).toBeVisible();
  await provider().stripe.retry(reference, 'paid');
  await expectMember(person, true);
});

test('the portal opens at Stripe, and nobody cancels for somebody else', async ({ page, browser }) => {
  const { person, reference } = await join(page);
  const stranger = await browser.newPage();
  await signIn(stranger, await createPerson());
  const headers = { origin: new URL(stranger.url()).origin };
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
  await page.getByRole('button', { name: 'Facturas y tarjeta' }).click();
  await expect(page).not.toHaveURL(/\/profile\/club/);
});

test('an error of Stripe while cancelling is said in words', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Cancelar suscripción' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar' }).click();
  await expect(page.getByText('Hubo un error al cancelar la suscripción.')).toBeVisible();
});

const faults = {
  duplicated: { kind: 'duplicate', times: 20, copies: 3 },
  delayed: { kind: 'delay', times: 20, delayMs: 3_600_000 },
  reordered: { kind: 'reorder', times: 4, holdMs: 3_600_000 },
  dropped: { kind: 'drop', times: 20 },
} as const;

for (const [way, fault] of Object.entries(faults)) {
  test(`a subscription with news ${way} is a member once, with the coins of one month`, async ({ page }) => {
    const person = await createPerson();
    await signIn(page, person);
    const session = await goToStripe(page);
    await provider().addFault({ ...fault, scope: { id: session } });
    await provider().stripe.pay(session);
    await provider().flush(session);
    await provider().idle({ id: session, until: 'all' });
    await runCron();
    await expectMember(person, true);
    expect((await account(person)).uncoins).toBe(100);
    expect(await findImbalances(person.id)).toEqual([]);
    const [row] = await database()`select count(*)::int as count from suscripciones where user_id = ${person.id}`;
    expect(row?.count).toBe(1);
  });
}
