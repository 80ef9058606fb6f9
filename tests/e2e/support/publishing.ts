import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { createStaff, type Person, signIn } from './people.ts';

const cover = () =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: '#5b2f8f' } })
    .png()
    .toBuffer();
export const step = (page: Page, name: string) => page.getByRole('tab', { name }).click();
export const send = (page: Page) => page.getByRole('button', { name: 'Enviar a revisión' }).click();
export const newName = () => `Torre ${crypto.randomUUID().slice(0, 8)}`;
export const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

async function uploadCover(page: Page) {
  await step(page, 'Visuales');
  await page
    .getByRole('group', { name: 'Portada' })
    .getByLabel('Subir una imagen')
    .setInputFiles({ name: 'portada.png', mimeType: 'image/png', buffer: await cover() });
  await expect(page.getByRole('group', { name: 'Portada' }).getByRole('img', { name: 'Portada' })).toBeVisible();
}

export async function uploadProductFile(page: Page) {
  await step(page, 'Producto');
  await page
    .getByLabel('Subir un archivo: URL de descarga')
    .setInputFiles({ name: 'Torre final.zip', mimeType: 'application/zip', buffer: Buffer.from('PK torre') });
  await expect(page.getByText('Archivo subido: Torre final.zip')).toBeVisible();
}

export async function fillIn(page: Page, name: string, price = '9,50') {
  await step(page, 'Información');
  await page.getByRole('region', { name: 'Español' }).getByLabel('Nombre').fill(name);
  await page.getByLabel('Categoría').selectOption('plugin');
  await page.getByLabel('Precio (€)', { exact: true }).fill(price);
  await page.getByRole('textbox', { name: 'Descripción' }).first().fill('Una torre que crece sola.');
  await uploadCover(page);
  await uploadProductFile(page);
}

export async function openDesk(page: Page, moderator: Person, productName: string) {
  await signIn(page, moderator, '/moderation');
  await page.getByRole('link', { name: new RegExp(productName) }).click();
  await expect(page.getByRole('heading', { level: 1, name: productName })).toBeVisible();
}

export const moderatorTab = async (page: Page) => {
  const context = await page.context().browser()?.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' });
  if (!context) throw new Error('no browser');
  return context.newPage();
};

export const createModerator = () => createStaff('moderador');
