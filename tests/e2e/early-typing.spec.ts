import { expect, type Page } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { minecraftName } from './support/shopping.ts';
import { test } from './support/test.ts';

/** Opens a page whose scripts stay away until the function that is answered is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return arrive;
}

test('a product draft keeps input typed before hydration', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/');
  const release = await openWithoutScripts(page, '/publicar');
  const name = page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
  await name.fill('Faro temprano');
  await page.getByLabel('Resumen').first().fill('Escrito antes de tiempo.');
  await page.getByLabel('Categoría').selectOption('serie');
  release();
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Sigues con tu borrador.')).toBeVisible();
  await expect(name).toHaveValue('Faro temprano');
  await expect(page.getByLabel('Resumen').first()).toHaveValue('Escrito antes de tiempo.');
  await expect(page.getByLabel('Categoría')).toHaveValue('serie');
});

for (const [pressed, press] of [
  ['its tab', (page: Page) => page.getByRole('tab', { name: '2. Visuales' })],
  ['the button at the end of the one before', (page: Page) => page.getByRole('button', { name: /^Siguiente/ })],
] as const) {
  test(`a step of the product form opens by ${pressed}, pressed before hydration`, { tag: '@nightly' }, async ({
    page,
  }) => {
    await signIn(page, await createPerson(), '/');
    const release = await openWithoutScripts(page, '/publicar');
    await page.getByRole('region', { name: 'Español' }).getByLabel('Nombre').fill('Faro temprano');
    await press(page).first().click();
    release();
    await expect(page.getByRole('heading', { name: 'Paso 2 de 3: Visuales' })).toBeVisible();
    await expect(page).toHaveURL(/paso=visuales/);
    await expect(page.getByText('Borrador guardado')).toBeVisible();
  });
}

test('a product form that is sent before hydration keeps its input', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/');
  const release = await openWithoutScripts(page, '/publicar');
  const name = page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
  await name.fill('Faro temprano');
  await name.press('Enter');
  release();
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await expect(name).toHaveValue('Faro temprano');
});

for (const [form, path, label] of [
  ['a redeem code', '/profile/orders', 'Código'],
  ['a request for help', '/profile/help/new?sobre=tienda', 'Cuéntanoslo'],
  ['the password before a second factor', '/profile/two-factor', 'Contraseña actual'],
  ['a coupon', '/cart?producto=', 'Código de descuento'],
] as const) {
  test(`${form} that is sent before hydration stays in its form`, { tag: '@nightly' }, async ({ page }) => {
    const address = path.endsWith('=') ? path + (await createProduct()).slug : path;
    await signIn(page, await createPerson(), '/');
    const release = await openWithoutScripts(page, address);
    const field = page.getByLabel(label, { exact: true });
    await field.fill('Escrito antes');
    await page.locator('form', { has: field }).locator('[type=submit]').click();
    release();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(address);
    await expect(field).toHaveValue('Escrito antes');
  });
}

test('the checkout keeps the name and the payment method entered before hydration', { tag: '@nightly' }, async ({
  page,
}) => {
  const product = await createProduct();
  await signIn(page, await createPerson(), '/');
  const release = await openWithoutScripts(page, `/checkout?producto=${product.slug}`);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('checkbox').check();
  release();
  await expect(page.getByRole('button', { name: /^Pagar/ })).toBeEnabled();
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue(minecraftName);
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/paypal|checkoutnow/i);
});
