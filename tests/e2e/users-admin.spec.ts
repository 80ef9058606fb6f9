import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { giveCoins } from './support/goods.ts';
import { createPerson, createStaff, giveApp, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const state = async (person: Person) =>
  (
    await database()`select display_name, reputacion, role, uncoins, infracciones, banned_until
      from usuarios_meta where id = ${person.id}`
  )[0];

test('an admin finds and edits a person, and the log shows who and why', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await giveCoins(person, 40);
  const admin = await signInAsAdmin(page, '/dashboard-admin/users');
  await expectNoAxeViolations(page);
  await page.getByLabel('Parte del nombre, usuario o correo, o id').fill(person.email);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.getByRole('link', { name: person.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible();
  await expectNoAxeViolations(page);

  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Reputación').selectOption('mala');
  await form.getByLabel('UnCoins').fill('15');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Escribe el motivo (de 3 a 500 caracteres).')).toBeVisible();
  await form.getByLabel('Motivo').fill('Reseñas falsas');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Usuario actualizado correctamente.')).toBeVisible();
  expect(await state(person)).toMatchObject({ reputacion: 'mala', uncoins: 15, infracciones: 1 });
  const history = page.getByRole('region', { name: 'Registro' });
  await expect(history).toContainText('Reseñas falsas');
  await expect(history).toContainText(admin.username);

  // A new role asks for confirmation with the person's name and its rights; its reason is logged.
  await form.getByLabel('Rol').selectOption('moderador');
  await form.getByLabel('Motivo').fill('Entra en el equipo');
  await form.getByRole('button', { name: 'Guardar' }).click();
  const question = page.getByRole('dialog', {
    name: `¿Cambiar a ${person.username} (@${person.username}) a Moderador?`,
  });
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Cambiar el rol' }).click();
  await expect(history).toContainText('Entra en el equipo');
});

test('a ban applies to open sessions with its reason and end, and can be lifted', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const person = await createPerson();
  const context = await browser.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' });
  const theirs = await context.newPage();
  await signIn(theirs, person, '/profile');
  await signInAsAdmin(page, `/dashboard-admin/users/${person.id}`);
  const form = page.getByRole('region', { name: 'Suspender la cuenta' });
  await form.getByLabel('Hasta (vacío: para siempre)').fill('2020-01-01');
  await form.getByLabel('Motivo').fill('Reventa de códigos');
  await form.getByRole('button', { name: 'Suspender' }).click();
  await expect(form.getByText('Elige un día que no haya pasado.')).toBeVisible();
  await form.getByLabel('Hasta (vacío: para siempre)').fill('2999-12-01');
  await form.getByRole('button', { name: 'Suspender' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`Suspender a ${person.username} hasta el final del 1 de diciembre de 2999`);
  await expect(question).toContainText('Reventa de códigos');
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: `Suspender a ${person.username}` }).click();
  await expect(form.getByText('Suspendida hasta el 1 de diciembre de 2999. Motivo: Reventa de códigos')).toBeVisible();

  await theirs.goto('/library');
  await expect(theirs).toHaveURL('/ban');
  await expect(theirs.getByText('Motivo: Reventa de códigos')).toBeVisible();
  await expect(theirs.getByText(/1 de diciembre de 2999/)).toBeVisible();
  await form.getByLabel('Motivo').fill('Aclarado');
  await form.getByRole('button', { name: 'Levantar la suspensión' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Levantarla a ${person.username}` })
    .click();
  await expect(form.getByRole('button', { name: 'Suspender' })).toBeVisible();
  await theirs.goto('/library');
  await expect(theirs).toHaveURL('/library');
  expect((await state(person))?.banned_until).toBeNull();
  await context.close();
});

test('an admin appoints a moderator, an admin cannot be banned, and a moderator cannot open the panel', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [person, other] = await Promise.all([createPerson(), createStaff('admin')]);
  await signInAsAdmin(page, `/dashboard-admin/users/${person.id}`);
  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Rol').selectOption('moderador');
  await form.getByLabel('Motivo').fill('Ayuda con la cola');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar el rol' }).click();
  await expect(page.getByText('Usuario actualizado correctamente.')).toBeVisible();
  expect(await state(person)).toMatchObject({ role: 'moderador' });

  await page.goto(`/dashboard-admin/users/${other.id}`);
  const ban = page.getByRole('region', { name: 'Suspender la cuenta' });
  await ban.getByLabel('Motivo').fill('Porque sí');
  await ban.getByRole('button', { name: 'Suspender' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspender a/ })
    .click();
  await expect(ban.getByText('No puedes suspender a un administrador.')).toBeVisible();

  const context = await browser.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' });
  const theirs = await context.newPage();
  await signIn(theirs, await giveApp(person), '/moderation');
  await theirs.goto('/dashboard-admin/users');
  await expect(theirs).toHaveURL('/');
  await context.close();
});
