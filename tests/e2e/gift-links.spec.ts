import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, sendPassword, signIn } from './support/people.ts';
import { agree, expectBooks, goodCard, goToCheckout, payWith } from './support/shopping.ts';
import { test } from './support/test.ts';

test('a gift to a mail address is mailed, opened by its link, or taken back', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [giver, friend] = [await createPerson(), await createPerson()];
  const address = `amiga${Date.now()}@example.com`;
  await signIn(page, giver, '/p/domador');
  await page.getByRole('button', { name: 'Regalar' }).click();
  await page.getByRole('button', { name: 'Regalar con un enlace o por correo' }).click();
  await expect(page.getByText('Regalo con un enlace o por correo.')).toBeVisible();
  await goToCheckout(page);
  await page.getByLabel('Su correo (opcional)').fill('amiga arroba');
  await page.getByLabel('Mensaje (opcional)').fill('Para tu isla');
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Escribe una dirección de correo válida, o ninguna.')).toBeVisible();
  await page.getByLabel('Su correo (opcional)').fill(address);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', { name: 'Tu regalo está listo' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver el enlace' }).click();
  await expect(page.getByText(`Se lo enviamos a ${address}`)).toBeVisible();
  const link = (await page.locator('#gift-link').textContent()) ?? '';
  await expectNoAxeViolations(page);

  const mail = await findMail(address, new RegExp(`${giver.username} te ha hecho un regalo`));
  expect(mail.text).toContain('Para tu isla');
  expect(linkIn(mail, '/gift?regalo=')).toContain(new URL(link).search);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Tu regalo', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Ver el regalo' }).click();
  await expect(page.locator('#gift-link')).toBeVisible();

  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: `${giver.username} te ha hecho un regalo` })).toBeVisible();
  await expect(other.getByText('Para tu isla')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Crear una cuenta' })).toHaveAttribute('href', /next=.*regalo/);
  await expectNoAxeViolations(other);
  const next = new URL(link);
  await sendPassword(other, friend, `${next.pathname}${next.search}`);
  await other.getByLabel('Tu nombre de Minecraft').fill('amiga_mc');
  await other.getByRole('button', { name: 'Abrir el regalo' }).click();
  await expect(other.getByRole('link', { name: 'Descargar' })).toBeVisible();
  await expectBooks(friend, { orders: 1 });
  await page.reload();
  await expect(page.getByText(`${friend.username} lo abrió el`)).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('link', { name: 'Ver el regalo' })).toBeVisible();
  await other.close();

  // The second gift has a link only, and is taken back.
  await page.goto('/cart?producto=domador&modoCompra=regalo&destinatario=*');
  await goToCheckout(page);
  await expect(page.getByLabel('Día de entrega (opcional)')).toHaveCount(0);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await page.getByRole('link', { name: 'Ver el enlace' }).click();
  const second = (await page.locator('#gift-link').textContent()) ?? '';
  await page.getByRole('button', { name: 'Recuperar el regalo' }).click();
  await page.getByRole('button', { name: 'Sí, recuperarlo' }).click();
  await expect(page.locator('#gift-link')).toHaveCount(0);
  await expectBooks(giver, { payments: ['entregado', 'reembolsado'] });
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'Este enlace no da ningún regalo' })).toBeVisible();
  await page.goto('/profile/orders');
  const list = page.getByRole('region', { name: 'Regalos sin entregar' });
  await expect(list.getByRole('link')).toHaveText(/para quien abra el enlace.*Cancelado/);
  await expectNoAxeViolations(page);
});

test('a gift that nobody opens in time says so to its giver on every page that lists it', { tag: '@nightly' }, async ({
  page,
}) => {
  const giver = await createPerson();
  await signIn(page, giver, '/cart?producto=domador&modoCompra=regalo&destinatario=*');
  await goToCheckout(page);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
  await payWith(page, goodCard);
  await page.getByRole('link', { name: 'Ver el enlace' }).click();
  await page.getByRole('link', { name: 'Ver el pago y el recibo' }).click();
  await expect(page.getByText('Regalo para quien abra el enlace · Sin abrir')).toBeVisible();
  await database()`update enlaces_regalo set caduca_at = now() - interval '1 minute'
    where pago_id in (select id from pagos where user_id = ${giver.id})`;
  await runCron();
  await page.reload();
  await expect(page.getByText('Regalo para quien abra el enlace · Caducado')).toBeVisible();
  const story = page.getByRole('region', { name: 'Qué ha pasado con tu pago' });
  await expect(story.getByRole('listitem').last()).toContainText('Nadie abrió el regalo: devuelto como 999 UnCoins');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Ver el regalo' }).click();
  await expect(page.getByText('Nadie lo abrió a tiempo. En su pago ves qué se ha devuelto.')).toBeVisible();
  await page.goto('/profile/orders');
  await expect(page.getByRole('region', { name: 'Regalos sin entregar' })).toContainText('Caducado');
  await page.goto('/profile/coins');
  await expect(page.getByRole('region', { name: 'Movimientos' })).toContainText(/Regalo que nadie abrió.*\+999/);
});
