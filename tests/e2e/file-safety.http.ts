import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { callAction } from './support/actions.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';
import { runCron } from './support/job.ts';
import { createPerson, createStaff } from './support/people.ts';
import { sell } from './support/sales.ts';
import { storeFile } from './support/stored-file.ts';
import { draftOf } from './support/targets.ts';

test('a forbidden file is quarantined: its buyers cannot download it, and a new product cannot contain it', async ({
  enter,
}) => {
  const creator = await createPerson();
  const content = zipSync({ 'run.exe': strToU8(randomUUID()), 'lib.jar': zipSync({ 'a.txt': strToU8('a') }) });
  const sum = createHash('sha256').update(content).digest('hex');
  const link = await storeFile(creator, content);
  const product = await createProduct({ usuario_id: creator.id, download_link: link });
  const { order, buyer } = await sell(product);
  const shop = await enter(creator);
  expect(await callAction(shop, 'sendToReview', product.id, { ...draftOf(product.slug), downloadLink: link })).toBe(
    'done',
  );
  const [revision] = await database()`select id from revisiones_producto where producto_id = ${product.id}`;
  const desk = await enter(await createStaff('moderador'));
  const look = async () => (await desk.get(`/moderation/${revision?.id}`)).text();
  expect(await look()).toContain('1 archivo ejecutable.');
  await runCron();
  const seen = await look();
  for (const text of ['1 archivo comprimido dentro.', 'no analizado por un antivirus', sum])
    expect(seen).toContain(text);

  const mine = await enter(buyer);
  const download = () => mine.get(`/api/download/${order}`, { maxRedirects: 0 });
  expect((await download()).headers().location).toContain('/storage/v1/object/sign/');
  await database()`select juzgar_archivo(${sum}, true, 'Roba contraseñas')`;
  expect((await download()).headers().location).toContain(`/profile/order/${order}`);
  expect(await (await mine.get(`/profile/order/${order}`)).text()).toContain('Hemos parado la descarga');
  expect(JSON.stringify(await (await shop.get('/api/notifications')).json())).toContain('Roba contraseñas');
  expect(await look()).toContain('En cuarentena: Roba contraseñas.');

  const again = { ...draftOf(`otra-${randomUUID()}`), downloadLink: await storeFile(creator, content) };
  expect(await callAction(shop, 'sendToReview', null, again)).toBe('fileUnclean');
});
