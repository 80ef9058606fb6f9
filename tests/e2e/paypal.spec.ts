import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { giveByCode } from './support/goods.ts';
import { callJob, test } from './support/job.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  agree,
  boughtOnce,
  expectBooks,
  goToCheckout,
  goToPayPal,
  minecraftName,
  provider,
  startInCart,
  thanks,
} from './support/shopping.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Aprobar/ }).click();
const failed = (page: Page) => page.getByRole('heading', { name: 'Ups... algo ha fallado' });

test('a PayPal payment shows and charges the surcharge, and delivers the product', async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  await goToCheckout(page);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText(/Recargo de PayPal 8 %\s*0,80.*Total\s*10,79/);
  await expectNoAxeViolations(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: 'Pagar 10,79 €' }).click();
  await page.waitForURL(/checkoutnow\?token=/);
  await approve(page);
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('Has pagado 10,79 €.')).toBeVisible();
  await expectBooks(person, boughtOnce);
  const [payment] = await database()`select metodo, proveedor, total_centimos from pagos where user_id = ${person.id}`;
  expect(payment).toEqual({ metodo: 'paypal', proveedor: 'paypal', total_centimos: 1079 });
});

test('a cancellation at PayPal returns to the checkout, and a retry uses the same order', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await page.getByRole('button', { name: /Cancelar/ }).click();
  await expect(page.getByText('Has cancelado el pago. No se te ha cobrado nada.')).toBeVisible();
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL((url) => url.searchParams.get('token') === order);
  await approve(page);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('the webhook captures and delivers if the tab is closed after the approval', async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await page.close();
  await provider().paypal.approve(order);
  await expectBooks(person, boughtOnce);
});

test('a repeated return from PayPal changes nothing', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await approve(page);
  await expect(thanks(page)).toBeVisible();
  await page.goto(`/paypal-success?token=${order}`);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('a return from PayPal in another tab empties the cart', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await provider().paypal.approve(order);
  const tab = await page.context().newPage();
  await tab.goto(`/paypal-success?token=${order}`);
  await expect(thanks(tab)).toBeVisible();
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  await expectBooks(person, boughtOnce);
});

test('a capture declined after the approval charges nothing and shows a message', { tag: '@nightly' }, async ({
  page,
  jobRests: _,
}) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await provider().addFault({ kind: 'drop', provider: 'paypal', times: 10, scope: { id: order } });
  await provider().paypal.approve(order, { funding: 'declined' });
  await page.goto(`/paypal-success?token=${order}`);
  await expect(failed(page)).toBeVisible();
  await expect(page.getByText('No pudimos verificar tu pago con PayPal.')).toBeVisible();
  await expect(page.getByText(/PayPal ha rechazado tu método de pago/)).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await callJob()).toBe(200);
  await expectBooks(person, { payments: ['fallido'], orders: 0 });
});

test('a second payment method chosen for a declined PayPal order is charged', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  const address = page.url();
  await page.getByRole('radio', { name: /rechazad/ }).check();
  await approve(page);
  await expect(page.getByText(/PayPal ha rechazado tu método de pago/)).toBeVisible({ timeout: 45_000 });
  await expectBooks(person, { payments: ['fallido'], orders: 0 });
  await page.goto(address);
  await approve(page);
  await page.waitForURL((url) => url.searchParams.get('token') === order);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

for (const [title, change] of [
  ['amount', { value: '0.01' }],
  ['currency', { currency_code: 'USD' }],
] as const) {
  test(`a PayPal order with another ${title} is not charged and opens a case`, { tag: '@nightly' }, async ({
    page,
  }) => {
    const person = await startInCart(page, 'producto=domador');
    const order = await goToPayPal(page);
    await provider().paypal.tamper(order, change);
    await approve(page);
    await expect(failed(page)).toBeVisible();
    await expect(page.getByText(/El importe de PayPal no coincide/)).toBeVisible();
    await expectBooks(person, { payments: ['creado'], orders: 0, cases: 1 });
  });
}

test('an unknown, missing or foreign PayPal token shows an error', { tag: '@nightly' }, async ({ page, browser }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await page.goto('/paypal-success?token=5O190127TN364715T');
  await expect(page.getByText('No conocemos este pago, o es de otra cuenta.')).toBeVisible();
  await page.goto('/paypal-success');
  await expect(failed(page)).toBeVisible();
  await expect(page.getByText('No pudimos verificar tu pago con PayPal.')).toBeVisible();

  const stranger = await browser.newPage();
  await signIn(stranger, await createPerson(), `/paypal-success?token=${order}`);
  await expect(stranger.getByText('No conocemos este pago, o es de otra cuenta.')).toBeVisible();
  await stranger.close();
  await expectBooks(person, { payments: ['creado'], orders: 0 });
});

test('a failed creation of a PayPal order shows a message and keeps the input', { tag: '@nightly' }, async ({
  page,
}) => {
  await startInCart(page, 'producto=estaciones');
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await provider().addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v2/checkout/orders',
    times: 100,
    status: 500,
    scope: { id: 'Cuatro Estaciones' },
  });
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Ocurrió un error al crear la orden de PayPal.')).toBeVisible();
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue(minecraftName);
});

test('a PayPal order of a product acquired in the meantime is not captured', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await giveByCode(person, 'domador');
  await provider().paypal.approve(order);
  await expectBooks(person, { payments: ['caducado'], orders: 1, cases: 0 });
});

test('a webhook without a valid PayPal signature is refused', { tag: '@nightly' }, async ({ request }) => {
  const body = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: '5O190127TN364715T' } };
  const headers = { 'paypal-transmission-sig': 'x', 'paypal-auth-algo': 'SHA256withRSA' };
  expect((await request.post('/api/webhooks/paypal', { data: body, headers })).status()).toBe(400);
  expect((await request.post('/api/webhooks/paypal', { data: body })).status()).toBe(400);
});
