import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { callJob, test } from './support/job.ts';
import { findMail, listMails } from './support/mailbox.ts';
import {
  agree,
  boughtOnce,
  buy,
  declinedCard,
  expectBooks,
  goodCard,
  goToCheckout,
  goToProvider,
  minecraftName,
  payWith,
  provider,
  startInCart,
  thanks,
} from './support/shopping.ts';

test('a card payment delivers the product, its file, a receipt and an achievement', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`));
  const person = await startInCart(page, 'producto=fragua-arcana');
  await expect(page.getByRole('heading', { name: 'Fragua Arcana' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cesta' })).toHaveAttribute('aria-current', 'step');
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText(/Precio oficial.*14,99.*Oferta −33 %.*-5,00.*Total.*9,99/);
  const session = await goToProvider(page);
  await expect(page.getByText('9,99 €').first()).toBeVisible();
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('Has pagado 9,99 €.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeNull();

  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Compra completada' })).toBeVisible();
  await expect(page.getByText(minecraftName)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('fragua-arcana.zip');
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');

  await expectBooks(person, boughtOnce);
  const sql = database();
  const [order] =
    await sql`select precio_pagado, descargas, minecraft_name from adquisiciones where user_id = ${person.id}`;
  expect(order).toEqual({ precio_pagado: '9.99', descargas: 1, minecraft_name: minecraftName });
  const achievements = await sql`select logro from logros_usuario where user_id = ${person.id} order by logro`;
  expect(achievements.map(({ logro }) => logro)).toEqual(['cuenta_creada', 'primera_compra']);
  const receipt = await findMail(person.email, /Fragua Arcana/);
  expect(receipt.text).toContain('9,99');
  const [payment] = await sql`select referencia from pagos where user_id = ${person.id}`;
  expect(payment?.referencia).toBe(session);
  expect(problems).toEqual([]);
});

test('a declined card charges nothing, and another card pays', async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  await goToProvider(page);
  await payWith(page, declinedCard);
  await expect(page.getByRole('alert')).toContainText('rechazada');
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('a cancellation at Stripe returns to the checkout, and a retry uses the same payment', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await page.getByRole('button', { name: 'Cancelar y volver a la tienda' }).click();
  await expect(page.getByText('Has cancelado el pago. No se te ha cobrado nada.')).toBeVisible();
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue(minecraftName);
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL((url) => url.pathname === `/pay/${session}`);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('the webhook delivers and sends the receipt if the tab is closed after the payment', async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await page.close();
  await provider().stripe.pay(session);
  await expectBooks(person, boughtOnce);
  await findMail(person.email, /Domador/);
});

test('repeated returns to the thank-you page change nothing', { tag: '@nightly' }, async ({ page }) => {
  const { person, session } = await buy(page, 'producto=domador');
  await provider().idle({ id: session, until: 'settled' });
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(`/success?session_id=${session}`);
    await expect(thanks(page)).toBeVisible();
  }
  await expectBooks(person, boughtOnce);
  await findMail(person.email, /Domador/);
  expect(await listMails(person.email)).toHaveLength(1);
});

test('the return of the buyer delivers even if the webhook is lost', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await provider().addFault({ kind: 'drop', times: 10, scope: { id: session } });
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
});

test('the maintenance job delivers if the buyer does not return and the webhook is lost', {
  tag: '@nightly',
}, async ({ page, jobRests: _ }) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await page.close();
  await provider().addFault({ kind: 'drop', times: 10, scope: { id: session } });
  await provider().stripe.pay(session);
  await expectBooks(person, { payments: ['creado'], orders: 0 });
  expect(await callJob('Bearer wrong')).toBe(401);
  expect(await callJob()).toBe(200);
  await expectBooks(person, boughtOnce);
});

test('an expired Stripe page expires the payment, and a new one can be started', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  const session = await goToProvider(page);
  await provider().stripe.expire(session);
  await expectBooks(person, { payments: ['caducado'], orders: 0 });
  await page.goto(`/success?session_id=${session}`);
  await expect(page.getByRole('heading', { name: 'Ups... algo ha fallado' })).toBeVisible();
  await expect(page.getByText('No pudimos verificar tu pago. Si el cargo se realizó, contáctanos.')).toBeVisible();
  await page.goto('/cart?producto=domador');
  expect(await goToProvider(page)).not.toBe(session);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, { payments: ['caducado', 'entregado'], orders: 1, receipts: 1 });
});

test('a checkout with another Minecraft name expires the earlier Stripe page', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  const first = await goToProvider(page);
  await page.goto('/checkout?producto=domador');
  await page.getByLabel('Nombre de Minecraft').fill('otro_nombre');
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/pay/') && url.pathname !== `/pay/${first}`);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await page.goto(`${process.env.STRIPE_API_URL}/pay/${first}`);
  await expect(page.getByText('Esta página de pago ha caducado')).toBeVisible();
  await expectBooks(person, { payments: ['caducado', 'entregado'], orders: 1, cases: 0 });
});

test('a free product is claimed without a payment', async ({ page }) => {
  const person = await startInCart(page, 'producto=cronista');
  await expect(page.getByText('GRATIS').first()).toBeVisible();
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await page.getByRole('button', { name: 'Conseguir gratis' }).click();
  await expect(page).toHaveURL(/\/success\?gratuito=1&pago=/);
  await expect(page.getByRole('heading', { name: '¡Ya es tuyo!' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByRole('link', { name: 'Descargar' })).toBeVisible();
  await expectBooks(person, { payments: ['entregado'], orders: 1, sales: 0, receipts: 1 });
});

test('an edition is bought at its own price and shown in the order', { tag: '@nightly' }, async ({ page }) => {
  const sql = database();
  const [edition] = await sql`
    select e.id from ediciones e join productos p on p.id = e.producto_id where p.slug = 'clanes-y-tronos' and e.nombre = 'Imperio'`;
  const { person } = await buy(page, `producto=clanes-y-tronos&edicion=${edition?.id}`);
  await expect(page.getByText('Has pagado 21,99 €.')).toBeVisible();
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByText('Edición: Imperio')).toBeVisible();
  const [order] = await sql`select edicion_id from adquisiciones where user_id = ${person.id}`;
  expect(order?.edicion_id).toBe(edition?.id);
});

test('a bundle delivers all of its products', { tag: '@nightly' }, async ({ page }) => {
  const [bundle] = await database()`select id from bundles where nombre = 'Saga del Cuervo'`;
  const { person } = await buy(page, `bundle=${bundle?.id}`);
  await expect(page.getByText('Has pagado 18,99 €.')).toBeVisible();
  await page.getByRole('link', { name: 'Ver mis pedidos' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectBooks(person, { payments: ['entregado'], orders: 2, receipts: 1 });
});

test('a pack of UnCoins increases the balance', { tag: '@nightly' }, async ({ page }) => {
  const person = await startInCart(page, 'producto=uncoins-100');
  await goToCheckout(page);
  // A pack has no Minecraft name, and unspent coins can be refunded.
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', { name: '¡Saldo recargado!' })).toBeVisible();
  const { user } = await (await page.request.get('/api/me')).json();
  expect(user.uncoins).toBe(100);
  await expectBooks(person, { payments: ['entregado'], orders: 0, receipts: 1 });
});

test('a sale of the last unit shows the product as out of stock at once', { tag: '@nightly' }, async ({ page }) => {
  const sql = database();
  await sql`update productos set unidades = 1 where slug = 'arquitecto'`;
  await page.goto('/p/arquitecto');
  await expect(page.getByRole('link', { name: 'Comprar', exact: true })).toBeVisible();
  await buy(page, 'producto=arquitecto');
  await page.context().clearCookies();
  await page.goto('/p/arquitecto');
  await expect(page.getByRole('button', { name: 'Agotado' })).toBeDisabled();
  await sql`update productos set unidades = 40, stock = true where slug = 'arquitecto'`;
});
