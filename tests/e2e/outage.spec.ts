import { expect } from '@playwright/test';
import type { Fault } from '@unstore/local-supabase/testing';
import { expectNoAxeViolations } from './support/axe.ts';
import { setFaults } from './support/faults.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const database: Fault = { on: 'rest', kind: 'unavailable' };
test('a member sees a product during an outage and is recognised automatically after it', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await setFaults(person, database);
  await page.goto('/p/fragua-arcana');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Comprar', exact: true })).toBeVisible();
  const why = main.getByText('No podemos comprobar tu cuenta ahora mismo.');
  await main.getByRole('button', { name: 'Regalar' }).click();
  await expect(why).toBeVisible();
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await setFaults(person);
  await expect(why).toHaveCount(0);
  await main.getByRole('button', { name: 'Regalar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a personal page shows a message during an outage and opens automatically after it', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  await setFaults(person, database);
  expect((await page.goto('/profile'))?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'Ahora mismo no podemos abrir esta página.' })).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(page).toHaveURL('/profile');
  await setFaults(person);
  await expect(page.getByRole('heading', { name: person.username })).toBeVisible();
});

test('navigation to a personal page shows a message during an outage and succeeds on retry', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile');
  await page.waitForLoadState('networkidle');
  await setFaults(person, database);
  await page.getByRole('link', { name: 'Notificaciones' }).click();
  await expect(page.getByRole('heading', { name: 'Ahora mismo no podemos abrir esta página.' })).toBeVisible();
  await setFaults(person);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeVisible();
});

test('a form sent during an outage keeps its input', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await page.waitForLoadState('networkidle');
  const bio = page.getByRole('textbox', { name: 'Biografía' });
  await bio.fill('Hago mundos de fantasía.');
  await setFaults(person, database);
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await expect(page.getByText('La tienda no puede hacerlo ahora mismo.')).toBeVisible();
  await expect(bio).toHaveValue('Hago mundos de fantasía.');
  await setFaults(person);
});
