import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a banned person reads why and until when, and can only leave', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await database()`update usuarios_meta set banned_until = '2999-01-01', ban_motivo = 'Reventa de códigos'
    where id = ${person.id}`;
  await page.goto('/p/fragua-arcana');
  await expect(page).toHaveURL('/ban');
  await expect(page.getByText('Motivo: Reventa de códigos')).toBeVisible();
  await expect(page.getByText(/^Hasta el .*2999/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();
});
