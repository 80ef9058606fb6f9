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
  await expect(page.getByLabel('Versiones del juego compatibles')).toHaveValue('1.19, 1.20');
});
