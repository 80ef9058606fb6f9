import { expect } from '@playwright/test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { callAction } from './support/actions.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { openShop } from './support/http.ts';
import { createPerson, signIn } from './support/people.ts';
import { sell } from './support/sales.ts';
import { storeFile } from './support/stored-file.ts';
import { draftOf } from './support/targets.ts';
import { test } from './support/test.ts';

const archive = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)])));
const pluginFiles = { 'plugin.yml': 'buyer: %%__USERNAME__%%\nmark: %%__NONCE__%%\n', 'a.txt': 'plain' };
const plugin = archive(pluginFiles);
const signed = archive({ ...pluginFiles, 'META-INF/CREATOR.SF': 'x' });

test('a creator enables stamps, and each download has its own mark that identifies the buyer', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createPerson();
  const link = await storeFile(creator, plugin);
  const product = await createProduct({ usuario_id: creator.id, download_link: link });
  const { order, buyer } = await sell(product);
  await signIn(page, creator, '/dashboard/stamps');
  await page.getByRole('button', { name: `Marcar copias ${product.name}` }).click();
  await expect(page.getByRole('button', { name: `Dejar de marcar ${product.name}` })).toBeVisible();

  await signIn(page, buyer, `/profile/order/${order}`);
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar' }).click();
  expect((await started).suggestedFilename()).toBe('archivo.jar');
  const answer = await page.request.get(`/api/download/${order}`);
  expect(answer.headers()).toMatchObject({ 'accept-ranges': 'none', 'cache-control': 'private, no-store' });
  const copy = unzipSync(await answer.body());
  const marks =
    await database()`select marca from descargas_marcadas where adquisicion_id = ${order} order by created_at`;
  expect(marks).toHaveLength(2);
  const [name] = await database()`select username from usuarios_meta where id = ${buyer.id}`;
  expect(Buffer.from(copy['plugin.yml'] ?? []).toString()).toBe(`buyer: ${name?.username}\nmark: ${marks[1]?.marca}\n`);
  expect(Buffer.from(copy['a.txt'] ?? []).toString()).toBe('plain');

  // A file that cannot be stamped is never sent unstamped.
  await database()`update productos set download_link = ${await storeFile(creator, signed)} where id = ${product.id}`;
  await page.goto(`/api/download/${order}`);
  await expect(page.getByText('No se puede preparar tu copia de este archivo.')).toBeVisible();
  const shop = await openShop(creator);
  const stamp = { productId: product.id, editionId: null, isOn: true };
  expect(await callAction(shop, 'saveStamp', stamp)).toBe('signed');
  await database()`update productos set download_link = ${link} where id = ${product.id}`;
  const draft = { ...draftOf(product.slug), downloadLink: await storeFile(creator, signed) };
  expect(await callAction(shop, 'sendToReview', product.id, draft)).toBe('stampSigned');
  // A pending revision with such a file is reported when stamping is turned on, not at the first download.
  expect(await callAction(shop, 'saveStamp', { ...stamp, isOn: false })).toBe('done');
  expect(await callAction(shop, 'sendToReview', product.id, draft)).toBe('done');
  expect(await callAction(shop, 'saveStamp', stamp)).toBe('waiting-signed');
  await page.goto('about:blank');
  await signIn(page, creator, '/dashboard/stamps');
  await page.getByRole('button', { name: `Marcar copias ${product.name}` }).click();
  await expect(
    page.getByText(/^El archivo que espera revisión no se puede marcar\. El archivo está firmado/),
  ).toBeVisible();
  // A rejected file is checked again when it is sent again.
  await database()`update revisiones_producto set estado = 'rechazada' where producto_id = ${product.id}`;
  expect(await callAction(shop, 'saveStamp', stamp)).toBe('done');
  expect(await callAction(shop, 'sendToReview', product.id, draft)).toBe('stampSigned');
  const notices = await shop.get('/api/notifications');
  expect(JSON.stringify(await notices.json())).toContain('No se pueden preparar las copias');
  await shop.dispose();

  // The creator identifies the buyer of a copy, even inside another archive.
  const found = zipSync({ 'leaked.jar': await answer.body() });
  const plain = zipSync({ 'a.txt': strToU8('plain') });
  const choose = (file: string, bytes: Uint8Array) =>
    page
      .getByLabel('Elegir archivo')
      .setInputFiles({ name: file, mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  await signIn(page, creator, '/dashboard/stamps');
  await choose('x.zip', found);
  await expect(page.getByText(`@${name?.username}`)).toBeVisible();
  await choose('y.jar', plain);
  await expect(page.getByText('No hay ninguna marca de tus productos en y.jar.')).toBeVisible();
});
