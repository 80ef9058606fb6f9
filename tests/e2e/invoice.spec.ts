import { expect } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { giveByCode } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { haveBought } from './support/shopping.ts';
import { test } from './support/test.ts';

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

test('a buyer downloads an invoice with correct totals, identical every time, and strangers cannot', async ({
  page,
  browser,
}) => {
  const { person } = await haveBought(page, 'fragua-arcana');
  await page.goto('/profile/orders');
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Factura' }).click(),
  ]);
  await expect(page.getByText('Descargando factura...')).toBeVisible();
  await expect(page.getByText('Factura descargada')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^factura-20\d\d-\d{6}\.pdf$/);

  const [order] = await database()`select id from adquisiciones where user_id = ${person.id}`;
  const path = `/api/factura/${order?.id}`;
  const [first, second] = [await page.request.get(path), await page.request.get(path)];
  expect(first.headers()['content-type']).toBe('application/pdf');
  expect((await second.body()).equals(await first.body())).toBe(true);
  const text = await textOf(await first.body());
  for (const part of [
    /Factura 20\d\d-\d{6}/,
    /UnStore Contenidos Digitales, S\. L\./,
    /NIF B12345674/,
    /Fragua Arcana/,
    /Precio oficial 14,99 €/,
    /Oferta −33 % -5,00 €/,
    /Base imponible 8,26 €/,
    /IVA 21 % 1,73 €/,
    /Total 9,99 €/,
    /Pagado con tarjeta/,
  ]) {
    expect(text).toMatch(part);
  }

  const stranger = await browser.newPage();
  expect((await stranger.request.get(path)).status()).toBe(401);
  await signIn(stranger, await createPerson());
  expect((await stranger.request.get(path)).status()).toBe(404);
  expect((await stranger.request.get('/api/factura/nada')).status()).toBe(404);
  await signInAsAdmin(stranger);
  expect((await stranger.request.get(path)).status()).toBe(200);
  await stranger.close();
});

test('a failed download of an invoice shows a message', { tag: '@nightly' }, async ({ page }) => {
  await haveBought(page, 'domador');
  await page.goto('/profile/orders');
  await page.route('**/api/factura/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Factura' }).click();
  await expect(page.getByText('No se pudo descargar la factura')).toBeVisible();
});

test('an unpaid order has no invoice', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await giveByCode(person, 'domador');
  await signIn(page, person, '/profile/orders');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Factura' })).toHaveCount(0);
});
