import { expect, type Page } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { boughtOnce, buy, expectBooks, goToProvider, haveBought, provider, startInCart } from './support/shopping.ts';
import { test } from './support/test.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Qué ha pasado con tu pago' }).getByRole('listitem');
const check = (page: Page) => page.getByRole('button', { name: 'Ya he pagado, comprobar otra vez' });

test('a buyer follows the steps of a payment and checks it after a lost webhook', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await provider().addFault({ kind: 'drop', times: 10, scope: { id: session } });
  await page.goto('/profile/orders');
  await page
    .getByRole('region', { name: 'Pagos en curso' })
    .getByRole('link', { name: /Domador/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
  await expect(steps(page)).toHaveText([/Compra creada/, /Esperando a que el proveedor/, /registrado/, /entregada/]);
  await expectNoAxeViolations(page);

  await check(page).click();
  await expect(page.getByText('El proveedor dice que aún no se ha pagado.')).toBeVisible();
  await expectBooks(person, { payments: ['creado'], orders: 0 });

  await provider().stripe.pay(session);
  await check(page).click();
  await expect(page.getByText('Compra entregada')).toBeVisible();
  await expect(steps(page).locator('time')).toHaveCount(4);
  await expectBooks(person, boughtOnce);
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Compra completada' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver el pago' }).click();
  await expect(check(page)).toHaveCount(0);

  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  expect((await findMail(person.email, /Domador/)).html).toContain(`/profile/payment/${payment?.id}`);
});

test('the thank-you page links to the payment and the calculation of its price', { tag: '@nightly' }, async ({
  page,
}) => {
  await buy(page, 'producto=fragua-arcana');
  await page.getByRole('link', { name: 'Ver los detalles del pago' }).click();
  await page.getByText('Cómo se calcula este precio').click();
  await expect(page.getByText('Oferta del creador: −33 %')).toBeVisible();
  await expect(page.getByText(/Precio más bajo de los 30 días anteriores a la oferta: .*€/)).toBeVisible();
  await expect(page.getByText('9,99 € · 999 UnCoins')).toBeVisible();
});

test('a person cannot open the payment of another', async ({ page, browser }) => {
  const { person } = await haveBought(page, 'domador');
  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  const stranger = await browser.newPage();
  await signIn(stranger, await createPerson(), `/profile/payment/${payment?.id}`);
  await expect(stranger.getByRole('heading', { name: 'Ops! Esta página no existe.' })).toBeVisible();
  await stranger.close();
});

test('a payment with an unknown outcome after an hour notifies the admins', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  const admin = await createPerson();
  const sql = database();
  await sql`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  // A session unknown to the provider has an unknown outcome.
  const lost = `${session.slice(0, -4)}XXXX`;
  await sql`update pagos set referencia = ${lost}, created_at = now() - interval '2 hours' where user_id = ${person.id}`;
  await runCron();
  await runCron();
  await expectBooks(person, { payments: ['creado'], cases: 1 });
  await findMail(admin.email, /Pago sin aclarar desde hace una hora/);
  // Otherwise every later job would process it and wait for a locked outbox (nodes.nightly.ts).
  await sql`update pagos set estado = 'caducado' where user_id = ${person.id}`;
});

test('an admin refunds a payment, and the order and the creator’s share are revoked', async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  await signInAsAdmin(page, `/dashboard-admin/payments?q=${person.username}`);
  await page.getByRole('link', { name: /Domador/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard-admin/payments/${payment?.id}$`));
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Importe en euros')).toHaveValue('9,99');
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Escribe el motivo');
  await dialog.getByLabel('Motivo').fill('Lo compró por error');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
  await expect(page.getByText('Importe devuelto')).toBeVisible();
  const refunds = page.getByRole('region', { name: 'Reembolsos' });
  await expect(refunds.getByText('9,99 € devueltos')).toBeVisible();
  await expect(refunds).toContainText('Lo compró por error');
  await provider().idle({ id: session, until: 'settled' });
  await expectBooks(person, { payments: ['reembolsado'], orders: 0, cases: 0 });
  const [share] = await database()`select coalesce(sum(m.centimos), 0)::int as cents from movimientos_ingresos m
    join adquisiciones a on a.id = m.adquisicion_id where a.user_id = ${person.id}`;
  expect(share?.cents).toBe(0);

  await signIn(page, person, '/profile/orders');
  await expect(page.getByRole('article').getByText('Reembolsado')).toBeVisible();
});

test('a dispute revokes the order until it is won', { tag: '@nightly' }, async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  await provider().stripe.dispute(session);
  await expectBooks(person, { payments: ['en_disputa'], orders: 0 });
  await page.goto('/profile/orders');
  await expect(page.getByRole('article').getByText('En disputa')).toBeVisible();
  await provider().stripe.closeDispute(session, 'won');
  await expectBooks(person, { payments: ['entregado'], orders: 1 });
});

test('an admin resolves a case with a note', { tag: '@nightly' }, async ({ page }) => {
  const key = crypto.randomUUID();
  await database()`insert into casos_admin (tipo, clave, datos)
    values ('pago_desconocido', ${key}, jsonb_build_object('referencia', ${key}::text, 'importe', 1499, 'moneda', 'usd',
      'responder_antes_de', '2026-11-30T18:52:28+00:00', 'usuario', ${key}::text, 'ejemplos', '["uno", "dos"]'::jsonb))`;
  await signInAsAdmin(page, '/dashboard-admin/cases');
  const found = page.getByRole('article').filter({ hasText: key });
  await expect(found).toContainText(/Importe\s*14,99\sUS\$/);
  await expect(found).toContainText(/Responder antes del\s*30 nov 2026, 19:52/);
  await expect(found).toContainText(/Ejemplos\s*uno, dos/);
  await expect(found.getByRole('link', { name: 'Ver la persona' })).toHaveAttribute(
    'href',
    `/dashboard-admin/users/${key}`,
  );
  await found.getByRole('button', { name: 'Resolver' }).click();
  await page.getByRole('button', { name: 'Cerrar el caso' }).click();
  await expect(page.getByRole('alert')).toContainText('Escribe qué se ha hecho');
  await page.getByLabel('Qué se ha hecho').fill('Devuelto a mano');
  await page.getByRole('button', { name: 'Cerrar el caso' }).click();
  await expect(found).toHaveCount(0);
  await page.getByRole('link', { name: 'Ver los resueltos' }).click();
  await expect(found).toContainText('Resuelto: Devuelto a mano');
  await expectNoAxeViolations(page);
});

test('a person who is not an admin cannot open a payment in the panel', { tag: '@nightly' }, async ({ page }) => {
  const { person } = await haveBought(page, 'domador');
  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  await page.goto(`/dashboard-admin/payments/${payment?.id}`);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('No tienes permisos para acceder.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('No tienes permisos para acceder.')).toBeHidden();
});
