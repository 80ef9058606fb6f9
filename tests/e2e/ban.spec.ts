import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a banned person reads the reason and the end of the ban, appeals, and logs out', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  await database()`update usuarios_meta set banned_until = '2999-01-01', ban_motivo = 'Reventa de códigos'
    where id = ${person.id}`;
  await page.goto('/p/fragua-arcana');
  await expect(page).toHaveURL('/ban');
  await expect(page.getByText('Motivo: Reventa de códigos')).toBeVisible();
  await expect(page.getByText(/^Hasta el .*2999/)).toBeVisible();
  await page.getByLabel('Tu apelación').fill('Fue mi hermano, y no volverá a pasar.');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Enviar la apelación' }).click();
  await expect(page.getByText('La hemos recibido. Te responderemos por correo.')).toBeVisible();
  expect(await database()`select objeto_tipo from reportes where user_id = ${person.id}`).toEqual([
    { objeto_tipo: 'apelacion' },
  ]);
  // Until the answer, the page shows what was sent.
  await page.reload();
  await expect(page.getByText('Fue mi hermano, y no volverá a pasar.')).toBeVisible();
  await expect(page.getByText('La hemos recibido. Te responderemos por correo.')).toBeVisible();
  await expect(page.getByLabel('Tu apelación')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();
});
