import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { agree, buyerData, expectBooks, goodCard, goToCheckout, payWith } from './support/shopping.ts';
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

test('a gift is found for, paid, delivered to the other, and seen by both', async ({ page, browser }) => {
  const { giver, friend } = await openGift(page);
  await dialog(page).getByLabel('Nombre o usuario').fill(giver.username);
  await expect(dialog(page).getByText('No puedes regalarte a ti mismo.')).toBeVisible();
  await expect(dialog(page).getByRole('radio')).toHaveCount(0);
  await dialog(page).getByLabel('Nombre o usuario').fill('zzzzzzzzzzz');
  await expect(dialog(page).getByText('No encontramos a nadie con ese nombre.')).toBeVisible();
  await expectNoAxeViolations(page);
  await choose(page, friend);

  await expect(page.getByText(`Regalo para ${friend.username}`)).toBeVisible();
  await goToCheckout(page);
  await expect(page.getByText(`Escribe el nombre de Minecraft de ${friend.username}`)).toBeVisible();
  await expect(page.getByRole('radio', { name: /UnCoins/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByLabel('Nombre de Minecraft').fill('amigo_mc');
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', { name: '¡Regalo entregado!' })).toBeVisible();
  await expect(page.getByText(`${friend.username} ya lo tiene`)).toBeVisible();
  await expect(page.getByRole('link', { name: /Descargar/ })).toHaveCount(0);
  await expectBooks(giver, { payments: ['entregado'], orders: 0, receipts: 1 });
  await expectBooks(friend, { payments: [], orders: 1 });
  await findMail(giver.email, /Tu recibo: Domador/);
  await findMail(friend.email, /Un regalo para ti: Domador/);

  await page.goto('/profile/orders');
  await expect(page.getByRole('article').getByText(`Regalo para ${friend.username}`)).toBeVisible();
  await expect(page.getByRole('article').getByRole('link')).toHaveCount(0);

  const other = await browser.newPage();
  await signIn(other, friend, '/profile/orders');
  await expect(other.getByRole('article').getByText(`Regalo de ${giver.username}`)).toBeVisible();
  await other.getByRole('article').getByRole('link').click();
  await expect(other.getByRole('link', { name: 'Descargar' })).toBeVisible();
  await expect(other.getByText('Es un regalo')).toBeVisible();
  await other.close();
});

test('giving what the other owns is refused before paying', async ({ page }) => {
  const { giver, friend } = await openGift(page);
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${friend.id}, id, 'compra', 0, 'amigo_mc' from productos where slug = 'domador'`;
  await choose(page, friend);
  // The price is told as to anybody: only who goes on to pay hears it, and pays nothing.
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill('amigo_mc');
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Esa persona ya tiene este producto.')).toBeVisible();
  await expectBooks(giver, { payments: [], orders: 0 });
});

test('the server refuses a gift to oneself, to nobody, and in coins', async ({ page }) => {
  const giver = await createPerson();
  await signIn(page, giver);
  const ask = (destinatario: string) =>
    page.request.post('/api/create-checkout-session', {
      headers: { origin: process.env.SITE_URL ?? '' },
      data: { producto: 'domador', destinatario, ...buyerData, metodoPago: 'tarjeta' },
    });
  expect(await (await ask(giver.username)).json()).toMatchObject({ error: 'regalo_a_si_mismo' });
  expect(await (await ask('nadie_de_nadie')).json()).toMatchObject({ error: 'destinatario_no_existe' });
});

test('a free product can be given, too', async ({ page }) => {
  const { friend } = await openGift(page, 'cronista');
  await choose(page, friend);
  await goToCheckout(page);
  await page.getByLabel('Nombre de Minecraft').fill('amigo_mc');
  await page.getByRole('button', { name: 'Conseguir gratis' }).click();
  await expectBooks(friend, { orders: 1 });
});

test('a visitor is asked to log in', async ({ page }) => {
  await page.goto('/p/domador');
  await page.getByRole('button', { name: 'Regalar' }).click();
  await expect(page.getByRole('dialog', { name: 'Inicia sesión para continuar' })).toBeVisible();
});
