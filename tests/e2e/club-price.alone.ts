import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

// The price applies to the whole shop, so no other test may run. The job revalidates at once what it has seen before.
test.beforeEach(() => runCron());
test.afterEach(async () => {
  await database()`update configuracion_global set club_precio_mensual = 3.9, club_descuento_anual_porcentaje = 15`;
  await runCron();
});

test('an admin sets the price of the Club, and pages and new subscriptions use it at once', {
  tag: '@nightly',
}, async ({ page }) => {
  await signInAsAdmin(page, '/dashboard-admin/settings');
  const [month, less] = [page.getByLabel('Un mes de Club (€)'), page.getByLabel('Descuento del plan anual (%)')];
  const save = page.getByRole('button', { name: 'Guardar los ajustes' });
  await expect(month).toHaveValue('3,90');
  await expect(page.getByText(/Un año costará 39,78\s€/)).toBeVisible();
  await month.fill('0,5');
  await less.fill('95');
  await page.getByLabel('Motivo').fill('Precio nuevo');
  await save.click();
  await expect(page.getByText('De 1 a 99 €.')).toBeVisible();
  await expect(page.getByText('Un número entero de 0 a 90.')).toBeVisible();
  await expect(month).toHaveValue('0,5');
  await expectNoAxeViolations(page);

  await month.fill('4,50');
  await less.fill('20');
  await expect(page.getByText(/Un año costará 43,20\s€/)).toBeVisible();
  await save.click();
  await expect(page.getByText('Ajustes guardados.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Cambios', exact: true });
  await expect(history.getByText('Precio nuevo').first()).toBeVisible();

  await signIn(page, await createPerson(), '/club');
  await expect(page.getByText(/O 3,60\s€ al mes pagando 43,20\s€ al año: un 20 % menos/)).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /desde 4,50\s€ al mes/);
  await page.getByRole('main').getByRole('button', { name: 'Unirme al Club' }).click();
  const dialog = page.getByRole('dialog', { name: 'Elige tu plan' });
  await expect(dialog.getByText(/Doce meses con un 20 % de descuento: 3,60\s€ al mes/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Suscribirme' }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await expect(page.getByText(/4,50\s€/).first()).toBeVisible();
});
