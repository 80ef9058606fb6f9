import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('an admin finds and edits a product, and its page shows the change at once', {
  tag: '@nightly',
}, async ({ page }) => {
  const [product, other] = [await createProduct(), await createProduct()];
  await signInAsAdmin(page, '/dashboard-admin/products');
  await page.getByRole('textbox', { name: 'Nombre, dirección, creador o id' }).fill(product.name);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('row')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expectNoAxeViolations(page);

  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Precio (€)', { exact: true }).fill('nueve');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Revisa los datos: alguno no es válido.')).toBeVisible();
  await form.getByLabel('Precio (€)', { exact: true }).fill('6,50');
  await form.getByLabel('Dirección').fill(other.slug);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Esa dirección ya la usa otro producto.')).toBeVisible();
  await form.getByLabel('Dirección').fill(product.slug);
  await form.getByRole('checkbox', { name: 'En stock' }).uncheck();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Producto actualizado correctamente.')).toBeVisible();
  const [row] = await database()`select precio::float, stock from productos where id = ${product.id}`;
  expect(row).toEqual({ precio: 6.5, stock: false });
  const [act] = await database()`select accion from auditoria where objeto_id = ${product.id}`;
  expect(act).toEqual({ accion: 'editar_producto' });

  await page.goto(`/p/${product.slug}`);
  await expect(page.getByText(/6,50\s€/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agotado' })).toBeDisabled();
});

test('an admin generates redeem codes and exports them, and a person redeems one', { tag: '@nightly' }, async ({
  page,
}) => {
  const product = await createProduct();
  await signInAsAdmin(page, `/dashboard-admin/products/${product.id}`);
  const form = page.getByRole('region', { name: 'Códigos de canje' });
  await form.getByLabel('Cuántos').fill('5000');
  await form.getByRole('button', { name: 'Generar códigos' }).click();
  await expect(form.getByText('Escribe un número del 1 al 1000.')).toBeVisible();
  await form.getByLabel('Cuántos').fill('3');
  await form.getByRole('button', { name: 'Generar códigos' }).click();
  await expect(form.getByText('3 códigos generados.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('link', { name: 'Descargar como CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(4);

  const person = await createPerson();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  await signIn(page, person, '/profile/orders');
  const box = page.getByRole('region', { name: 'Canjear un código' });
  await box.getByLabel('Código').fill(lines[1] ?? '');
  await box.getByRole('button', { name: 'Canjear' }).click();
  await expect(box.getByText(product.name)).toBeVisible();
});
