import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('an admin creates a coupon for a category, a link applies it, and the admin deletes it', {
  tag: '@nightly',
}, async ({ page }) => {
  const code = `C${randomUUID().slice(0, 8)}`.toUpperCase();
  await signInAsAdmin(page, '/dashboard-admin/coupons');
  await page.getByRole('button', { name: 'Crear cupón' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Guardar cupón' }).click();
  await expect(dialog.getByText('El descuento va de 1 a 100.')).toBeVisible();
  await dialog.getByLabel('Código').fill(code);
  await dialog.getByLabel('Para qué').selectOption('Una categoría');
  await dialog.getByLabel('Categoría').selectOption('Plugins');
  await dialog.getByLabel('Descuento (%)').fill('50');
  await expect(dialog.getByText(/se vende a 5,00\s€: 1,00\s€ para su creador .*4,00\s€ para la tienda/)).toBeVisible();
  await dialog.getByLabel('Usos en total').fill('1');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Guardar cupón' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/dashboard-admin/coupons?q=${code}`);
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText(/Plugins.*50\s%.*Nunca.*0 de 1/);
  await expectNoAxeViolations(page);

  await page.context().clearCookies();
  await page.goto(`/search/domador?cupon=${code}`);
  await page.locator('a[href="/p/domador"]').first().click();
  await expect(page.getByText(`Se aplicará el cupón ${code} en el carrito`)).toBeVisible();
  await signIn(page, await createPerson(), `/cart?producto=domador&cupon=${code}`);
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(/Cupón −50\s%/);

  await page.context().clearCookies();
  await signInAsAdmin(page, `/dashboard-admin/coupons?q=${code}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByRole('button', { name: 'Borrar cupón' }).click();
  await page.getByRole('button', { name: `Borrar ${code}` }).click();
  await expect(page.getByText('No hay cupones.')).toBeVisible();
  const acts =
    await database()`select accion from auditoria where coalesce(antes, despues) ->> 'codigo' = ${code} order by id`;
  expect(acts.map(({ accion }) => accion)).toEqual(['guardar_cupon', 'borrar_cupon']);
});
