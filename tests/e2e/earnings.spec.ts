import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('the product form shows the creator’s share of each sale, with and without the offer', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/publicar');
  const earned = page.getByRole('region', { name: 'Lo que ganas por cada venta' });
  await expect(page.getByRole('region', { name: 'Español' }).getByLabel('Nombre')).toBeVisible();
  expect(await earned.count()).toBe(0);
  await page.getByLabel('Precio (€)').first().fill('10');
  const row = (name: string) => earned.getByRole('row').filter({ hasText: name });
  await expect(row('Con tarjeta o UnCoins')).toContainText('2,00 €');
  await expect(row('Un socio del Club')).toContainText('1,40 €');
  await expect(row('Con PayPal')).toContainText('2,16 €');
  await expect(row('Con un cupón tuyo del 10 %')).toContainText('1,00 €');
  await page.getByLabel('Precio de oferta (€)').first().fill('8');
  await expect(row('Con tarjeta o UnCoins')).toContainText('1,60 €');
  await expect(row('Con PayPal')).toContainText('Paga 8,64 €');
});

test('the product form offers facts read from the plugin.yml of a jar and merges them', { tag: '@nightly' }, async ({
  page,
}) => {
  await signIn(page, await createPerson(), '/publicar');
  await page.getByLabel('Versiones del juego compatibles').fill('1.19');
  await page.getByRole('tab', { name: 'Producto' }).click();
  const plugin = strToU8('name: Torre\nversion: 1.2\napi-version: 1.20\ndescription: Una torre que crece');
  await page.getByLabel('Subir un archivo: URL de descarga').setInputFiles({
    name: 'Torre.jar',
    mimeType: 'application/java-archive',
    buffer: Buffer.from(zipSync({ 'plugin.yml': plugin })),
  });
  const facts = page.getByRole('region', { name: 'Datos del archivo' });
  await expect(facts).toContainText('Leído en plugin.yml');
  await facts.getByRole('button', { name: 'Usar estos datos' }).click();
  await expect(facts).toHaveCount(0);
  await page.getByRole('tab', { name: 'Información' }).click();
  await expect(page.getByRole('region', { name: 'Español' }).getByLabel('Nombre')).toHaveValue('Torre');
  const compatible = page.getByLabel('Versiones del juego compatibles');
  await expect(compatible).toHaveValue('1.19, 1.20');

  // So they are of a file among several.
  await page.getByRole('tab', { name: 'Producto' }).click();
  const pack = strToU8('{"pack": {"min_format": 69, "max_format": [75, 1], "description": "Torre de cristal"}}');
  const several = page.getByRole('region', { name: 'Varios archivos a la vez' });
  await several.getByLabel('Elegir varios archivos').setInputFiles({
    name: 'Torre.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync({ 'pack.mcmeta': pack })),
  });
  await several.getByRole('button', { name: 'Subir 1 archivo' }).click();
  await expect(facts).toContainText('Leído en pack.mcmeta');
  await facts.getByRole('button', { name: 'Usar estos datos' }).click();
  await page.getByRole('tab', { name: 'Información' }).click();
  await expect(compatible).toHaveValue('1.19, 1.20, 1.21.9, 1.21.10, 1.21.11');
});
