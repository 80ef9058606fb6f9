import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  agree,
  boughtOnce,
  expectBooks,
  goToCheckout,
  minecraftName,
  startInCart,
  thanks,
} from './support/shopping.ts';
import { test } from './support/test.ts';

test('paying with coins deducts them, delivers the product, and shows the remaining balance', async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  await giveCoins(person, 1200);
  await goToCheckout(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await expect(page.getByText('Cuesta 999 UnCoins. Tienes 1200 UnCoins.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('999 UnCoins');
  await expectNoAxeViolations(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: 'Pagar 999 UnCoins' }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('Has pagado 999 UnCoins.')).toBeVisible();
  await expectBooks(person, boughtOnce);
  const { user } = await (await page.request.get('/api/me')).json();
  expect(user.uncoins).toBe(201);
  // The form that was paid is not shown again.
  const end = page.url();
  await page.goBack();
  await expect(thanks(page)).toBeVisible();
  await expect(page).toHaveURL(end);
});

test('a price that changes during checkout takes nothing, and the page shows the new one', async ({ page }) => {
  const product = await createProduct({ precio: 9.25 });
  const person = await startInCart(page, `producto=${product.slug}`);
  await giveCoins(person, 1200);
  await goToCheckout(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await database()`update productos set precio = 10.5 where id = ${product.id}`;
  await page.getByRole('button', { name: 'Pagar 925 UnCoins' }).click();
  await expect(page.getByText(/^El precio ha cambiado mientras comprabas\. No se te ha cobrado nada/)).toBeVisible();
  await expectBooks(person, { payments: [], orders: 0 });
  await page.getByRole('button', { name: 'Pagar 1050 UnCoins' }).click();
  await expect(page.getByText('Has pagado 1050 UnCoins.')).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('a checkout of one person buys nothing for another one who has logged in in another tab', async ({
  page,
  context,
}) => {
  const person = await startInCart(page, 'producto=domador');
  await giveCoins(person, 1200);
  await goToCheckout(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  const other = await createPerson();
  await giveCoins(other, 1200);
  const tab = await context.newPage();
  await context.clearCookies();
  await signIn(tab, other);
  await page.getByRole('button', { name: 'Pagar 999 UnCoins' }).click();
  await expect(page.getByText(/^Ahora hay otra cuenta abierta en este navegador/)).toBeVisible();
  for (const each of [person, other]) await expectBooks(each, { payments: [], orders: 0 });
});

test('a coupon that ends during checkout is left out of the total that the page shows next', {
  tag: '@nightly',
}, async ({ page }) => {
  const product = await createProduct({ precio: 10 });
  const code = `FIN${product.id.slice(0, 8).toUpperCase()}`;
  await database()`insert into codigos_cupones (codigo, product_id, percent_discount) values (${code}, ${product.id}, 20)`;
  const person = await startInCart(page, `producto=${product.slug}`);
  await page.goto(`/checkout?producto=${product.slug}&cupon=${code}`);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await database()`update codigos_cupones set parado_at = now() where codigo = ${code}`;
  await page.getByRole('button', { name: /^Pagar 8,00/ }).click();
  await expect(page.getByText('Cupón no válido o no encontrado.').first()).toBeVisible();
  await expectBooks(person, { payments: [], orders: 0 });
  await page.getByRole('button', { name: /^Pagar 10,00/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
});

test('a payment with too few coins shows a message, and the server refuses it', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  await giveCoins(person, 1000);
  await goToCheckout(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  // Spends the coins in another tab.
  await giveCoins(person, -500);
  await page.getByRole('button', { name: 'Pagar 999 UnCoins' }).click();
  const form = page.locator('form', { has: page.getByLabel('Nombre de Minecraft') });
  await expect(form).toContainText('No tienes suficientes UnCoins. Necesitas 999, pero tienes 500.');
  await page.reload();
  await expect(page.getByRole('radio', { name: /UnCoins/ })).toBeDisabled();
  await expect(page.getByText('No tienes suficientes UnCoins. Necesitas 999, pero tienes 500.')).toBeVisible();
  await expectBooks(person, { payments: [], orders: 0 });
});

test('a pack of coins can be paid by card only', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=uncoins-100');
  await goToCheckout(page);
  await expect(page.getByText('Solo puedes pagar con tarjeta para recargar UnCoins.')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(1);
});
