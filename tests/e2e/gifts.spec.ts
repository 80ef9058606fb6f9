import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { giveOrder } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { agree, expectBooks, goodCard, goToCheckout, payWith, thanks } from './support/shopping.ts';
import { test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Regalar' });

async function openGift(page: Page, slug = 'domador'): Promise<{ giver: Person; friend: Person }> {
  const [giver, friend] = [await createPerson(), await createPerson()];
  await signIn(page, giver, `/p/${slug}`);
  await page.getByRole('button', { name: 'Regalar' }).click();
  return { giver, friend };
}

async function choose(page: Page, friend: Person): Promise<void> {
  await dialog(page).getByLabel('Nombre o usuario').fill(friend.username);
  await dialog(page)
    .getByRole('radio', { name: new RegExp(friend.username) })
    .check();
  await dialog(page)
    .getByRole('button', { name: `Regalar a ${friend.username}` })
    .click();
}

/** From the cart with a gift to the provider's page, with words and maybe a day. */
async function payGift(page: Page, message: string, day = ''): Promise<void> {
  await page.getByRole('link', { name: /Siguiente|Ir al pago/ }).click();
  await page.getByLabel('Mensaje (opcional)').fill(message);
  if (day) await page.getByLabel('Día de entrega (opcional)').fill(day);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
}

const links = (mail: { html: string }, part: string) => mail.html.includes(part);

test('a person gives a product with a message, and the recipient opens it with their Minecraft name', async ({
  page,
  browser,
}) => {
  const { giver, friend } = await openGift(page);
  await dialog(page).getByLabel('Nombre o usuario').fill(giver.username);
  await expect(dialog(page).getByText('No puedes regalarte a ti mismo.')).toBeVisible();
  await dialog(page).getByLabel('Nombre o usuario').fill('zzzzzzzzzzz');
  await expect(dialog(page).getByText('No encontramos a nadie con ese nombre.')).toBeVisible();
  await expectNoAxeViolations(page);
  await choose(page, friend);

  await expect(page.getByText(`Regalo para ${friend.username}`)).toBeVisible();
  await goToCheckout(page);
  await expect(page.getByText(`Su nombre de Minecraft lo dirá ${friend.username}`)).toBeVisible();
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /UnCoins/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await agree(page);
  await page.getByLabel('Mensaje (opcional)').fill('Mira https://malo.example');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('El mensaje no puede llevar enlaces')).toBeVisible();
  await page.getByLabel('Mensaje (opcional)').fill('¡Feliz <b>cumple</b>!');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);

  await expect(page.getByRole('heading', { name: `Se lo hemos regalado a ${friend.username}` })).toBeVisible();
  await expect(thanks(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Ver el regalo' }).click();
  await expect(
    page.getByText(`${friend.username} ya lo tiene y sabe que se lo has regalado tú. Aún no lo ha abierto.`),
  ).toBeVisible();
  await expect(page.getByText('¡Feliz <b>cumple</b>!')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectBooks(giver, { payments: ['entregado'], orders: 0, receipts: 1 });
  const receipt = await findMail(giver.email, /Tu recibo: Domador/);
  expect(receipt.text).toContain(`Regalo para: ${friend.username}`);
  const notice = await findMail(friend.email, new RegExp(`${giver.username} te ha hecho un regalo`));
  const [{ id }] = await database()<[{ id: string }]>`select id from pagos where user_id = ${giver.id}`;
  for (const mail of [receipt, notice]) expect(links(mail, `/profile/gift/${id}`)).toBe(true);

  const other = await browser.newPage();
  await signIn(other, friend, '/profile/notifications');
  await other.getByRole('link', { name: new RegExp(`${giver.username} te ha regalado Domador`) }).click();
  await expect(other.getByRole('heading', { name: `${giver.username} te ha hecho un regalo` })).toBeVisible();
  await expect(other.getByText('¡Feliz <b>cumple</b>!')).toBeVisible();
  await expect(other.getByLabel('Tu nombre de Minecraft')).toHaveValue('');
  await expectNoAxeViolations(other);
  await other.getByLabel('Tu nombre de Minecraft').fill('amigo_mc');
  await other.getByRole('button', { name: 'Abrir el regalo' }).click();
  await expect(other.getByRole('link', { name: 'Descargar' })).toBeVisible();
  const download = other.waitForEvent('download');
  await other.getByRole('link', { name: 'Descargar' }).click();
  await download;
  await other.goto('/profile/orders');
  await expect(other.getByRole('article').getByText(`Regalo de ${giver.username}`)).toBeVisible();
  await other.close();

  await page.goto('/profile/orders');
  await expect(page.getByRole('article').getByText(`Regalo para ${friend.username}`)).toBeVisible();
  await page.getByRole('link', { name: /^Ver el pedido de/ }).click();
  await expect(page.getByText(`${friend.username} lo abrió el`)).toBeVisible();
  // The recipient's Minecraft name is not prefilled with the giver's.
  await page.goto('/checkout?producto=cronista');
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue('');
});

test('the message and day of a gift survive going back to the cart, but not a change of the recipient', {
  tag: '@nightly',
}, async ({ page }) => {
  const { friend } = await openGift(page, 'fragua-arcana');
  const other = await createPerson();
  await choose(page, friend);
  await goToCheckout(page);
  const [message, day] = [page.getByLabel('Mensaje (opcional)'), page.getByLabel('Día de entrega (opcional)')];
  const [{ chosen }] = await database()<[{ chosen: string }]>`select (privado.hoy() + 30)::text as chosen`;
  await message.fill('Para tu isla nueva');
  await day.fill(chosen);
  await page.getByRole('link', { name: 'Volver al carrito' }).click();
  await page.getByLabel('Código de descuento').fill('FORJA20');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText(/Cupón FORJA20 aplicado/)).toBeVisible();
  await goToCheckout(page);
  await expect(message).toHaveValue('Para tu isla nueva');
  await expect(day).toHaveValue(chosen);
  await page.reload();
  await expect(message).toHaveValue('Para tu isla nueva');
  await page.goto(page.url().replace(friend.username, other.username));
  await expect(page.getByText(`Su nombre de Minecraft lo dirá ${other.username}`)).toBeVisible();
  await expect(message).toHaveValue('');
  await expect(day).toHaveValue('');
});

test('a scheduled gift is hidden from its recipient until its day and then delivered by the job', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { giver, friend } = await openGift(page);
  await choose(page, friend);
  const [{ day }] = await database()<[{ day: string }]>`select (privado.hoy() + 30)::text as day`;
  await payGift(page, 'Sorpresa', day);
  await expect(page.getByRole('heading', { name: `El regalo de ${friend.username} está listo` })).toBeVisible();
  await page.goto('/profile/orders');
  await page
    .getByRole('region', { name: 'Regalos sin entregar' })
    .getByRole('link', { name: new RegExp(friend.username) })
    .click();
  const state = page.getByRole('region', { name: /^Cómo va/ });
  await expect(state.getByText(`A ${friend.username} le llegará el`)).toBeVisible();
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';

  const other = await browser.newPage();
  await signIn(other, friend, path);
  await expect(other.getByRole('heading', { name: 'Ops! Esta página no existe.' })).toBeVisible();
  await expectBooks(friend, { orders: 0 });

  await database()`update regalos set fecha_entrega = privado.hoy() - 1 where pago_id = ${id}`;
  await runCron();
  await findMail(giver.email, new RegExp(`Tu regalo ya es de ${friend.username}`));
  const notice = await findMail(friend.email, new RegExp(`${giver.username} te ha hecho un regalo`));
  expect(notice.text).toContain('Sorpresa');
  await expectBooks(friend, { orders: 1 });
  await other.goto(path);
  await expect(other.getByRole('button', { name: 'Abrir el regalo' })).toBeVisible();
  await other.close();
  await page.reload();
  await expect(state.getByText('Aún no lo ha abierto.')).toBeVisible();
});

test('a person outside the Club cannot give a product of the Club and is offered to join', { tag: '@nightly' }, async ({
  page,
}) => {
  const { friend } = await openGift(page, 'titan-lag');
  await expect(dialog(page).getByText('solo sus miembros pueden comprarlo o regalarlo')).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Ver el Club' })).toHaveAttribute('href', '/club');
  await page.goto(`/cart?producto=titan-lag&modoCompra=regalo&destinatario=${friend.username}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Unirme al Club' })).toBeVisible();
});

test('a gift of a product that the recipient owns is refused before the payment', { tag: '@nightly' }, async ({
  page,
}) => {
  const { giver, friend } = await openGift(page);
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${friend.id}, id, 'compra', 0, 'amigo_mc' from productos where slug = 'domador'`;
  await choose(page, friend);
  // The shown price does not reveal ownership: only starting the payment does, without a charge.
  await goToCheckout(page);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Esa persona ya tiene este producto.')).toBeVisible();
  await expectBooks(giver, { payments: [], orders: 0 });
});

test('the server refuses a gift to oneself and to an unknown person', { tag: '@nightly' }, async ({ page }) => {
  const giver = await createPerson();
  await signIn(page, giver);
  const ask = (destinatario: string) =>
    page.request.post('/api/create-checkout-session', {
      headers: { origin: process.env.SITE_URL ?? '' },
      data: { producto: 'domador', destinatario, metodoPago: 'tarjeta' },
    });
  expect(await (await ask(giver.username)).json()).toMatchObject({ error: 'regalo_a_si_mismo' });
  expect(await (await ask('nadie_de_nadie')).json()).toMatchObject({ error: 'destinatario_no_existe' });
});

test('a free product can be given', { tag: '@nightly' }, async ({ page }) => {
  const { friend } = await openGift(page, 'cronista');
  await choose(page, friend);
  await goToCheckout(page);
  await page.getByRole('button', { name: 'Conseguir gratis' }).click();
  await expect(page.getByRole('heading', { name: `Se lo hemos regalado a ${friend.username}` })).toBeVisible();
  await expectBooks(friend, { orders: 1 });
});

test('a guest who wants to give a product is asked to log in', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/p/domador');
  await page.getByRole('button', { name: 'Regalar' }).click();
  await expect(page.getByRole('dialog', { name: 'Inicia sesión para continuar' })).toBeVisible();
});

test('a coupon applies to a gift of a product that the giver owns', { tag: '@nightly' }, async ({ page }) => {
  const { giver, friend } = await openGift(page);
  await giveOrder(giver, 'domador');
  const code = `REGALO${giver.id.slice(0, 8).toUpperCase()}`;
  await database()`insert into codigos_cupones (codigo, product_id, percent_discount)
    select ${code}, id, 10 from productos where slug = 'domador'`;
  await choose(page, friend);
  const field = page.getByLabel('Código de descuento');
  const apply = page.getByRole('button', { name: 'Aplicar' });
  await field.fill('NOEXISTE');
  await apply.click();
  await expect(page.getByText('Cupón no válido o no encontrado.')).toBeVisible();
  await field.fill(code);
  await apply.click();
  await expect(page.getByText(`Cupón ${code} aplicado`)).toBeVisible();
  await expect(page.getByText(`Regalo para ${friend.username}`)).toBeVisible();
});
