import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { sell } from './support/sales.ts';
import { test } from './support/test.ts';

test('a creator enables licence keys, and a buyer sees one, releases a server and replaces the key', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  await signIn(page, creator, '/dashboard/licences');
  const form = page.getByRole('form', { name: product.name });
  await form.getByRole('checkbox').check();
  await form.getByRole('textbox', { name: 'Servidores por clave' }).fill('101');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('De 1 a 100.').last()).toBeVisible();
  await form.getByRole('textbox', { name: 'Servidores por clave' }).fill('2');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('0 claves válidas')).toBeVisible();

  const { order, buyer } = await sell(product);
  const [row] = await database()`select clave from licencias where adquisicion_id = ${order}`;
  const key = String(row?.clave);
  const body = { license_key: key, product_id: product.id, instance: 'survival' };
  expect((await page.request.post('/api/v1/licenses/activate', { data: body })).status()).toBe(200);

  await signIn(page, buyer, `/profile/order/${order}`);
  const licence = page.getByRole('region', { name: 'Clave de licencia' });
  await expect(licence.getByText(key)).toBeVisible();
  await expect(licence).toContainText('Activa en 1 de 2 servidores');
  await licence.getByRole('button', { name: 'Liberar survival' }).click();
  await expect(licence).toContainText('Activa en 0 de 2 servidores');
  await licence.getByRole('button', { name: 'Cambiar la clave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar la clave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(licence.getByText(key)).toHaveCount(0);
  const old = await page.request.post('/api/v1/licenses/validate', { data: body });
  expect(await old.json()).toEqual({ valid: false, activated: false, license: null, proof: null });
});
