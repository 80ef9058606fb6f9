import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/test.ts';

test('an admin lowers the minimum length of Minecraft names, and a shorter name is accepted', {
  tag: '@nightly',
}, async ({ page }) => {
  const admin = await signInAsAdmin(page, '/dashboard-admin/settings');
  const least = page.getByLabel('Al comprar, reclamar o abrir un regalo');
  async function ask(length: string, reason: string) {
    await page.goto('/dashboard-admin/settings');
    await least.fill(length);
    await page.getByLabel('Motivo').fill(reason);
    await page.getByRole('button', { name: 'Guardar los ajustes' }).click();
    await expect(page.getByRole('region', { name: 'Cambios', exact: true }).getByText(reason).first()).toBeVisible();
  }
  await expect(least).toHaveValue('5');
  await least.fill('2');
  await page.getByLabel('Motivo').fill('Nombres cortos');
  await page.getByRole('button', { name: 'Guardar los ajustes' }).click();
  await expect(page.getByText('Un número entero de 3 a 16.')).toBeVisible();
  await ask('3', 'Hay jugadores de tres letras');

  const product = await createProduct({ precio: 0 });
  await page.goto(`/p/${product.slug}`);
  await page.getByRole('button', { name: 'Reclamar gratis' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('De 3 a 16 letras, números o guiones bajos.')).toBeVisible();
  await dialog.getByLabel('Nombre de Minecraft').fill('Ana');
  await dialog.getByRole('button', { name: 'Reclamar' }).click();
  await page.waitForURL(/\/success/);
  expect(await database()`select minecraft_name from adquisiciones where user_id = ${admin.id}`).toEqual([
    { minecraft_name: 'Ana' },
  ]);

  await ask('5', 'Como antes');
  await page.goto('/checkout?producto=domador');
  const name = page.getByLabel('Nombre de Minecraft');
  await expect(name).toHaveValue('Ana');
  await name.blur();
  await expect(
    page.getByText('De 5 a 16 letras, números o guiones bajos. En el servidor se entrega a ese jugador.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar/ })).toBeDisabled();
});
