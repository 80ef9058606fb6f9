import { expect, type Locator, type Page } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { codeOf } from './support/app-code.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, giveApp, logIn, type Person, sendPassword, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const codeField = (page: Page | Locator) => page.getByLabel('Código de la app');
// The previous page stays in the document, hidden, with fields of the same name.
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Contraseña actual' });
const codeList = (page: Page) => page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');

/** Sets an app up on the page where that is done; answers its key and the recovery codes. */
async function setUp(page: Page, { password }: Person): Promise<{ secret: string; codes: string[] }> {
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Configurar una app' }).click();
  await expect(page.getByRole('img', { name: 'Código QR para tu app de códigos' })).toBeVisible();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? '';
  await codeField(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(codeList(page)).toHaveCount(10);
  return { secret, codes: await codeList(page).allTextContents() };
}

const keep = (page: Page) => page.getByRole('button', { name: 'Ya los he guardado' }).click();

async function openSecondStep(page: Page, person: Person, next: string) {
  await page.context().clearCookies();
  await sendPassword(page, person, next);
  await codeField(page).waitFor();
}

test('a person enables two-factor authentication and needs a code for the next login', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await page.getByRole('tab', { name: 'Seguridad' }).click();
  await expect(page.getByText('La verificación en dos pasos está desactivada.')).toBeVisible();
  await page.getByRole('link', { name: 'Activar la verificación en dos pasos' }).click();
  await expect(page).toHaveURL('/profile/two-factor');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Configurar una app' }).click();
  await expect(page.getByText('Escribe tu contraseña.')).toBeVisible();
  await passwordField(page).fill('equivocada');
  await page.getByRole('button', { name: 'Configurar una app' }).click();
  await expect(page.getByText('Contraseña actual incorrecta')).toBeVisible();
  await expectNoAxeViolations(page);
  const { secret } = await setUp(page, person);
  // Nothing but the codes is about codes, or looks like the next thing to do.
  await expect(page.getByRole('heading', { name: 'Añadir otra app' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Crear códigos nuevos' })).toBeHidden();
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar' }).click();
  expect((await download).suggestedFilename()).toBe('unstore-codigos.txt');
  await keep(page);
  await expect(page.getByText('La verificación en dos pasos está activada.')).toBeVisible();
  await expect(codeList(page)).toHaveCount(0);
  await expect(page.getByText('Te quedan 10.')).toBeVisible();
  await expectNoAxeViolations(page);
  await runCron();
  await findMail(person.email, /Verificación en dos pasos activada/);

  await openSecondStep(page, person, '/profile/orders?page=1');
  await expectNoAxeViolations(page);
  await codeField(page).fill('12');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('El código tiene seis cifras.')).toBeVisible();
  await codeField(page).fill(codeOf(secret) === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(
    page.getByText(
      'El código no es correcto. Espera al siguiente y prueba otra vez. Si ninguno vale, pon tu móvil en hora',
    ),
  ).toBeVisible();
  await codeField(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/profile/orders?page=1');
});

test('wrong codes of the second factor are limited to ten attempts', { tag: '@nightly' }, async ({ page }) => {
  const person = await giveApp(await createPerson());
  await openSecondStep(page, person, '/');
  for (let guess = 0; guess < 10; guess += 1) {
    await codeField(page).fill('000000');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await answered;
    // The form clears its field automatically; input typed before that would be lost.
    await expect(codeField(page)).toHaveValue('');
  }
  await codeField(page).fill(codeOf(person.secret));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Demasiados intentos. Espera unos minutos y prueba otra vez.')).toBeVisible();
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
});

test('a person without their app logs in with a recovery code once and sets up another app', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/two-factor');
  const { codes } = await setUp(page, person);
  await keep(page);

  await openSecondStep(page, person, '/library');
  await page.getByRole('link', { name: 'Usar un código de recuperación' }).click();
  await page.getByLabel('Código de recuperación').fill(codes[3] ?? '');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Has entrado con un código de recuperación' })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar la app perdida' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Quitar la app perdida?' });
  await expect(dialog.getByText('Los códigos de recuperación que guardaste.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Quitar la app perdida' }).click();
  const { secret } = await setUp(page, person);
  await keep(page);
  await expect(page).toHaveURL('/library');
  await page.goto('/profile/notifications');
  await expect(page.getByText(/Se ha entrado en tu cuenta con un código de recuperación/)).toBeVisible();

  await openSecondStep(page, person, '/library');
  await page.getByRole('link', { name: 'Usar un código de recuperación' }).click();
  await page.getByLabel('Código de recuperación').fill(codes[4] ?? '');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('El código no es correcto o ya se usó.')).toBeVisible();
  await page.getByRole('link', { name: 'Usar mi app' }).click();
  await codeField(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/library');
});

test('a person renews the recovery codes and removes the last app, each with a code', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await giveApp(await createPerson());
  await signIn(page, person, '/profile/two-factor');
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click();
  const renewal = page.getByRole('dialog', { name: '¿Crear códigos nuevos?' });
  await codeField(renewal).fill(codeOf(person.secret));
  await renewal.getByRole('button', { name: 'Crear códigos nuevos' }).click();
  await expect(codeList(page)).toHaveCount(10);
  await keep(page);
  await page.getByRole('button', { name: 'Quitar Móvil' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Quitar Móvil?' });
  await expect(dialog.getByText('La protección: bastará la contraseña para entrar.')).toBeVisible();
  await codeField(dialog).fill('abc');
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(dialog.getByText('El código tiene seis cifras.')).toBeVisible();
  await codeField(dialog).fill(codeOf(person.secret));
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByRole('heading', { name: 'Activar la verificación en dos pasos' })).toBeVisible();
  await page.context().clearCookies();
  await logIn(page, { email: person.email, password: person.password }, '/library');
});

test('an admin sets up the second factor before the panel and cannot remove the last app', { tag: '@nightly' }, async ({
  page,
}) => {
  const admin = await createPerson();
  await database()`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  await sendPassword(page, admin, '/dashboard-admin/users');
  await expect(page).toHaveURL('/profile/two-factor?next=%2Fdashboard-admin%2Fusers');
  await expect(page.getByText(/El panel y la moderación piden la verificación en dos pasos/)).toBeVisible();
  await setUp(page, admin);
  await keep(page);
  await expect(page).toHaveURL('/dashboard-admin/users');
  await page.goto('/profile/two-factor');
  await expect(page.getByText(/para cambiar de app, añade antes otra/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Quitar/ })).toHaveCount(0);
});

test('an admin removes the second factor of a person with a reason, and the person is notified', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await giveApp(await createPerson());
  await signInAsAdmin(page, `/dashboard-admin/users/${person.id}`);
  const part = page.getByRole('region', { name: 'Verificación en dos pasos' });
  await part.getByRole('button', { name: 'Quitar la verificación' }).click();
  await expect(part.getByText('Escribe el motivo (de 3 a 500 caracteres).')).toBeVisible();
  await part.getByLabel('Motivo').fill('Se identificó por teléfono');
  await part.getByRole('button', { name: 'Quitar la verificación' }).click();
  const question = page.getByRole('dialog', { name: `Quitar la verificación en dos pasos de ${person.username}` });
  await question.getByRole('button', { name: 'Quitar la verificación' }).click();
  await expect(part.getByText('No la tiene activada.')).toBeVisible();
  await expect(page.getByText('Verificación en dos pasos quitada')).toBeVisible();
  await runCron();
  const mail = await findMail(person.email, /Hemos quitado tu verificación en dos pasos/);
  expect(mail.text).toContain('Se identificó por teléfono');
  await page.context().clearCookies();
  await logIn(page, { email: person.email, password: person.password }, '/library');
});
