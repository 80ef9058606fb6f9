import { expect, type Page } from '@playwright/test';
import { legalPages, legalPath } from '../../lib/legal/pages.ts';
import { expectNoAxeViolations, expectNoAxeViolationsOn } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  agree,
  booksOf,
  boughtOnce,
  expectBooks,
  goodCard,
  goToCheckout,
  goToPayPal,
  minecraftName,
  payWith,
  provider,
  startInCart,
  thanks,
} from './support/shopping.ts';
import { test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a bundle lists its products, requires consent, and ends with a download of each', {
  tag: '@nightly',
}, async ({ page }) => {
  const [bundle] = await database()`select id from bundles where nombre = 'Saga del Cuervo'`;
  const person = await startInCart(page, `bundle=${bundle?.id}`);
  await expect(page.getByRole('list', { name: 'Incluye 2 productos' }).getByRole('link')).toHaveText([
    'Expediente Perdido',
    'La Marca del Cuervo',
  ]);
  await expect(page.getByRole('link', { name: /^Ir al pago · 18,99\s€$/ })).toBeVisible();
  await goToCheckout(page);
  await expect(page.getByRole('list', { name: 'Incluye 2 productos' })).toBeVisible();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  const pay = page.getByRole('button', { name: /^Pagar 18,99\s€$/ });
  await pay.click();
  await expect(page.getByText('Marca esta casilla para poder entregarte la compra.')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expectNoAxeViolations(page);
  expect(await booksOf(person)).toMatchObject({ payments: [] });
  await agree(page);
  await expect(page.getByText('Marca esta casilla para poder entregarte la compra.')).toHaveCount(0);
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue(minecraftName);
  await pay.click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Descargar / })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: '¿Y ahora qué?' })).toBeVisible();
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar La Marca del Cuervo' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);

  const orders = await database()`select id from adquisiciones where user_id = ${person.id}`;
  const receipt = await findMail(person.email, /Saga del Cuervo/);
  for (const { id } of orders) expect(receipt.html).toContain(`/profile/order/${id}`);
  expect(receipt.text).toContain('sin esperar a que acaben los 14 días de desistimiento');

  // The query string is not trusted: this person has claimed nothing, and the payment belongs to nobody else.
  const [payment] = await database()`select id from pagos where user_id = ${person.id}`;
  await page.goto('/success?gratuito=1');
  await expect(title(page, 'Ups... algo ha fallado')).toBeVisible();
  await signIn(page, await createPerson(), `/success?gratuito=1&pago=${payment?.id}`);
  await expect(title(page, 'Ups... algo ha fallado')).toBeVisible();
});

test('too few coins lead to a recharge and back; orders show the coins and the invoice of the recharge', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  await goToCheckout(page);
  await page.getByRole('link', { name: 'Recargar' }).click();
  await page.getByRole('region', { name: 'Recargar' }).getByRole('link', { name: /1000/ }).click();
  await page.getByRole('button', { name: /^Pagar 15,90/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  // Coins are bought by card only, whatever else the page offers.
  await expect(page.getByRole('button', { name: 'Probar un adeudo bancario' })).toHaveCount(0);
  await payWith(page, goodCard);
  await expect(title(page, '¡Saldo recargado!')).toBeVisible();
  await expect(page.getByText('Tu saldo ahora')).toBeVisible();
  await page.getByRole('link', { name: 'Seguir con tu compra' }).click();
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
  await goToCheckout(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: 'Pagar 999 UnCoins' }).click();
  await expect(thanks(page)).toBeVisible();
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByRole('region', { name: 'Detalles' }).getByText('999 UnCoins')).toBeVisible();
  expect((await findMail(person.email, /Tu recibo: Domador/)).text).toContain('Total: 999 UnCoins');

  await page.goto('/profile/orders');
  await expect(page.getByRole('article').getByText('999 UnCoins')).toBeVisible();
  const recharges = page.getByRole('region', { name: 'Recargas de UnCoins' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    recharges.getByRole('link', { name: 'Factura' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^factura-20\d\d-\d{6}\.pdf$/);
  await expectNoAxeViolations(page);
});

test('a coupon is found in any case and is kept by a reopened cart', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=fragua-arcana');
  await page.getByLabel('Código de descuento').fill('forja20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Cupón forja20 aplicado')).toBeVisible();
  await page.goto('/cart');
  await expect(page).toHaveURL('/cart?producto=fragua-arcana&cupon=forja20');
  await expect(page.getByRole('link', { name: /^Ir al pago · 7,99/ })).toBeVisible();
});

test('a preorder shows its release date and no download', { tag: '@nightly' }, async ({ page }) => {
  const soon = new Date(Date.now() + 30 * 86_400_000);
  const product = await createProduct({ reserva: true, fecha_lanzamiento: soon });
  const person = await createPerson();
  await giveCoins(person, 2000);
  await signIn(page, person, `/checkout?producto=${product.slug}`);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText(/^Sale el /)).toBeVisible();
  await expect(page.getByText('el día del lanzamiento se desbloquea solo')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Descargar/ })).toHaveCount(0);
  await expectBooks(person, boughtOnce);
});

test('the PayPal return page shows a pending payment after at most half a minute', {
  tag: '@nightly',
}, async ({ page }) => {
  await startInCart(page, 'producto=domador');
  const order = await goToPayPal(page);
  await page.clock.install();
  let asked = 0;
  // The shop never responds.
  await page.route('**/api/verificar-paypal**', () => {
    asked += 1;
  });
  await page.goto(`/paypal-success?token=${order}`);
  await expect(title(page, 'Verificando tu pago con PayPal…')).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(31_000);
  await expect(page.getByText('lo seguimos intentando cada diez minutos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comprobar otra vez' })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.unroute('**/api/verificar-paypal**');
  await provider().paypal.approve(order, { funding: 'pending' });
  await page.getByRole('button', { name: 'Comprobar otra vez' }).click();
  await expect(title(page, 'Tu pago está en camino')).toBeVisible();
  await page.goto('/profile/orders');
  await expect(page.getByRole('region', { name: 'Pagos en curso' })).toContainText('El dinero está en camino');
});

test('the legal pages are linked in every footer, complete without scripts, and list all cookies', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  await signIn(page, await createPerson(), '/profile');
  for (const path of ['/', '/cart', '/profile']) {
    await page.goto(path);
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Términos de venta' })).toBeVisible();
    await expect(foot.getByRole('img', { name: 'Visa' })).toBeVisible();
  }
  await expectNoAxeViolationsOn(page, legalPages.map(legalPath));
  await page.goto('/legal/cookies');
  const text = (await page.getByRole('article').textContent()) ?? '';
  for (const { name } of await page.context().cookies()) {
    expect(text, name).toContain(name.startsWith('sb-') ? 'sb-…-auth-token' : name);
  }
  const [shop] = await database()`select vendedor_nombre as name, vendedor_nif as tax from configuracion_global`;
  const still = await browser.newContext({ javaScriptEnabled: false });
  const reader = await still.newPage();
  await reader.goto(`${process.env.SITE_URL}/legal/notice?lng=en`);
  await expect(title(reader, 'Legal notice')).toBeVisible();
  await expect(reader.getByRole('article')).toContainText(shop?.name);
  await expect(reader.getByRole('article')).toContainText(shop?.tax);
  await expect(reader.locator('link[rel="alternate"][hreflang="es"]')).toHaveAttribute('href', /\/legal\/notice$/);
  expect((await reader.request.get(`${process.env.SITE_URL}/sitemap.xml`)).status()).toBe(200);
  expect(await (await reader.request.get(`${process.env.SITE_URL}/sitemap.xml`)).text()).toContain('/legal/refunds');
  expect((await reader.request.get(`${process.env.SITE_URL}/legal/nothing`)).status()).toBe(404);
  await still.close();
});
