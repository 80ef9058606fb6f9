import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { test } from './support/test.ts';

// The limit of price changes per day, which no other test reaches.

test('an admin changes a setting with a reason, sees validation messages, and resolves a conflict', {
  tag: '@nightly',
}, async ({ page }) => {
  await signInAsAdmin(page, '/dashboard-admin/settings');
  const changes = page.getByLabel('Cambios al día por producto');
  const save = page.getByRole('button', { name: 'Guardar los ajustes' });
  await expect(changes).toHaveValue('3');
  await expectNoAxeViolations(page);

  await changes.fill('51');
  await save.click();
  await expect(page.getByText('Un número entero de 0 a 50.')).toBeVisible();
  await expect(page.getByText('Escribe un motivo de 3 a 500 caracteres.')).toBeVisible();
  await changes.fill('6');
  await page.getByLabel('Motivo').fill('Más ofertas en diciembre');
  await save.click();
  await expect(page.getByText('Ajustes guardados.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Cambios', exact: true });
  await expect(history.getByText('Más ofertas en diciembre').first()).toBeVisible();

  const sql = database();
  await sql`update configuracion_global set precio_cambios_por_dia = 8`;
  await changes.fill('7');
  await page.getByLabel('Motivo').fill('Otra vez');
  await save.click();
  await expect(page.getByRole('heading', { name: 'Alguien ha cambiado lo mismo' })).toBeVisible();
  await page.getByRole('button', { name: 'Poner lo mío: Cambios al día por producto' }).click();
  await save.click();
  await expect(history.getByText('Otra vez')).toBeVisible();
  const [row] = await sql`select precio_cambios_por_dia from configuracion_global`;
  expect(row?.precio_cambios_por_dia).toBe(7);
  await sql`update configuracion_global set precio_cambios_por_dia = 3`;
});
