import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { createPerson, signIn } from './support/people.ts';
import { createModerator, fillIn, moderatorTab, newName, openDesk, send, slugOf, step } from './support/publishing.ts';
import { goodCard, goToProvider, payWith, startInCart, thanks } from './support/shopping.ts';
import { test } from './support/test.ts';

/** Sets the holding period of sales, which applies to the whole shop, so no other test may run. */
const setHoldDays = async (days: number) => database()`update configuracion_global set dias_retencion = ${days}`;

test.afterEach(() => setHoldDays(7));

test('a new creator publishes a product, is rejected once, approved, sells it, and is paid by PayPal', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const [creator, name] = [await createPerson(), newName()];
  await signIn(page, creator, '/publicar');
  await fillIn(page, name, '95');
  await send(page);
  await expect(page.getByText('Producto creado y enviado a revisión.')).toBeVisible();

  const [desk, moderator] = [await moderatorTab(page), await createModerator()];
  await openDesk(desk, moderator, name);
  await desk.getByRole('checkbox', { name: 'Información incompleta' }).check();
  await desk.getByRole('button', { name: 'Rechazar' }).click();
  await expect(desk).toHaveURL('/moderation');

  await page.goto('/dashboard');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Rechazado');
  await page.getByRole('link', { name, exact: true }).click();
  await step(page, 'Producto');
  await page.getByLabel('Tamaño aproximado').fill('12 MB');
  await send(page);
  await expect(page.getByText('Producto actualizado y enviado para revisión.')).toBeVisible();
  await desk.goto('/moderation');
  await desk.getByRole('link', { name: new RegExp(name) }).click();
  // The queue has a button of this name, too.
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();
  await desk.getByRole('button', { name: 'Aprobar' }).click();
  await expect(desk).toHaveURL('/moderation');
  await desk.context().close();

  const shopper = await moderatorTab(page);
  await startInCart(shopper, `producto=${slugOf(name)}`);
  await goToProvider(shopper);
  await payWith(shopper, goodCard);
  await expect(thanks(shopper)).toBeVisible();

  // The share is a fifth of 95 euros and is held for a week, so that a refund can take it back.
  await page.goto('/dashboard');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Aprobado');
  const money = page.getByRole('region', { name: 'Tu dinero' });
  await expect(money).toContainText(/Disponible\s*0,00\s€/);
  await expect(money).toContainText(/19,00\s€/);
  await setHoldDays(0);
  await page.reload();
  await expect(money).toContainText(/Disponible\s*19,00\s€/);
  await page.getByRole('button', { name: /Ingresos/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Retirar ingresos' });
  await dialog.getByLabel('Correo de PayPal').fill('taller@paypal.example');
  await dialog.getByLabel('Importe (€)').fill('19');
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await dialog.getByLabel('Contraseña').fill(creator.password);
  await dialog.getByRole('button', { name: 'Solicitar retiro' }).click();
  await expect(page.getByText('Retiro solicitado correctamente.')).toBeVisible();

  const panel = await moderatorTab(page);
  await signInAsAdmin(panel, `/dashboard-admin/withdrawals?q=${creator.username}&filtro=solicitado`);
  await panel.getByRole('link', { name: 'Revisar' }).click();
  await expect(panel).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}/);
  await panel.getByRole('button', { name: 'Aprobar' }).click();
  await panel.getByRole('dialog').getByRole('button', { name: 'Aprobar y pagar' }).click();
  await expect(panel.getByRole('button', { name: 'Aprobar' })).toHaveCount(0);
  await runCron();

  const [paid] = await database()`select estado, amount::float from withdrawals where usuario_id = ${creator.id}`;
  expect(paid).toEqual({ estado: 'pagado', amount: 19 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Retiros' })).toContainText('Pagado');
  await expect(money).toContainText(/Disponible\s*0,00\s€/);
  await panel.goto(`/dashboard-admin/withdrawals?q=${creator.username}`);
  await panel
    .getByRole('row', { name: new RegExp(creator.username) })
    .getByRole('link')
    .click();
  await expect(panel.getByRole('region', { name: 'Registro' })).toContainText('Retiro aprobado');
  await Promise.all([shopper.context().close(), panel.context().close()]);
});
