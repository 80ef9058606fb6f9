import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { setFaults } from './support/faults.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { sell } from './support/sales.ts';
import { test } from './support/test.ts';

test('an admin finds a payment with a failed refund and opens its payment and its buyer', {
  tag: '@nightly',
}, async ({ page }) => {
  const sale = await sell(await createProduct());
  await database()`insert into reembolsos (pago_id, motivo, estado, error, centimos)
    values (${sale.payment}, 'no funciona', 'fallido', 'lo rechazó el banco', 999)`;
  await signInAsAdmin(page, `/dashboard-admin/failures?q=${sale.buyer.id}`);
  const row = page.getByRole('row', { name: /Reembolso fallido/ });
  await expect(row).toContainText('lo rechazó el banco');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByLabel('Problema').selectOption('Pago fallido');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByText('Ningún pago tiene este problema.')).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name: 'Reembolso fallido' }).click();
  await expect(page).toHaveURL(`/dashboard-admin/payments/${sale.payment}`);
  await page.goBack();
  await row.getByRole('link', { name: sale.buyer.username }).click();
  await expect(page).toHaveURL(`/dashboard-admin/users/${sale.buyer.id}`);
});

test('only an admin sees the slow queries of the database', { tag: '@nightly' }, async ({ page }) => {
  await signInAsAdmin(page, '/dashboard-admin/queries');
  await expect(page.getByRole('heading', { level: 1, name: 'Consultas lentas' })).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await page.getByRole('link', { name: 'Por llamadas' }).click();
  await expect(page).toHaveURL('/dashboard-admin/queries?orden=veces');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.context().clearCookies();
  await signIn(page, await createPerson());
  await page.goto('/dashboard-admin/queries');
  await expect(page).toHaveURL('/');
});

test('an error page shows the request id that the logs contain', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await setFaults(person, { on: 'rest', kind: 'broken', containing: '/rest/v1/adquisiciones' });
  const answer = await page.goto('/profile/orders');
  await expect(page.getByRole('heading', { name: 'Algo ha fallado.' })).toBeVisible();
  const id = answer?.headers()['x-request-id'] ?? 'none';
  await expect(page.getByText(`Si nos escribes, dinos este código: ${id}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await setFaults(person);
});
