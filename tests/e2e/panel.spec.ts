import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const lists = [
  ['users', 'Personas', 'usuarios'],
  ['products', 'Productos', 'productos'],
  ['orders', 'Pedidos', 'pedidos'],
  ['payments', 'Pagos', 'pagos'],
  ['failures', 'Pagos con problemas', 'fallos'],
  ['withdrawals', 'Retiros', 'retiros'],
  ['coupons', 'Cupones', 'cupones'],
  ['codes', 'Códigos', 'codigos'],
  ['events', 'Eventos', 'eventos'],
] as const;

async function exported(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Exportar CSV' }).click(),
  ]);
  return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
}

test('the panel shows figures and all lists to admins, and refuses exports to others', { tag: '@nightly' }, async ({
  page,
}) => {
  await signInAsAdmin(page, '/dashboard-admin');
  await expect(page.getByText('Visitas de todos los productos')).toBeVisible();
  for (const label of ['Ventas', 'Pedidos', 'Reembolsos', 'Cuentas nuevas', 'Altas en el Club']) {
    await expect(
      page
        .getByRole('figure', { name: label })
        .or(page.locator('figcaption', { hasText: label }))
        .first(),
    ).toBeVisible();
  }
  await page.getByRole('link', { name: '90 días' }).click();
  await expect(page).toHaveURL('/dashboard-admin?dias=90');
  await expectNoAxeViolations(page);
  for (const [path, title] of lists) {
    await page.goto(`/dashboard-admin/${path}?orden=asc`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filtrar' })).toBeVisible();
    await expectNoAxeViolations(page);
  }
  await page.context().clearCookies();
  const person = await createPerson();
  await signIn(page, person, '/');
  for (const [, , list] of lists) {
    const answer = await page.request.get(`/api/admin-export/${list}`);
    expect([answer.status(), await answer.json()]).toEqual([403, { error: 'sin_permiso' }]);
  }
});

test('a panel list is searched, sorted, paginated, and exported completely', { tag: '@nightly' }, async ({ page }) => {
  const product = await createProduct({ nombre: '=SUMA("trampa")' });
  const sql = database();
  const people = await Promise.all(Array.from({ length: 3 }, () => createPerson()));
  for (const person of people) await giveOrder(person, product.slug);
  await sql`insert into codigos_canjes (codigo, id_producto)
    select ${`LOTE-${product.id.slice(0, 8)}-`} || n, ${product.id} from generate_series(1, 60) n`;

  await signInAsAdmin(page, '/dashboard-admin/orders');
  await page.getByLabel('Número, dueño o dirección del producto').fill(product.slug);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  // On a phone the rows are cards, without horizontal scrolling.
  expect(
    await page
      .locator('main table')
      .evaluate((table) => table.parentElement?.scrollWidth === table.parentElement?.clientWidth),
  ).toBe(true);
  await page.getByLabel('Orden').selectOption('asc');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('row').first()).toContainText(people[0]?.username ?? '');
  const orders = await exported(page);
  expect(orders).toHaveLength(4);
  expect(orders[0]).toContain('id;momento;dueno;producto');
  // No cell is a formula, even if the name of a product is one.
  expect(orders[1]).toContain(`"'=SUMA(""trampa"")"`);
  await page.getByLabel('Origen').selectOption('codigo');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByText('Ningún pedido coincide.')).toBeVisible();
  // The filters are those of the address after the back button, too.
  await page.goBack();
  await expect(page.getByLabel('Origen')).toHaveValue('');

  await page.goto(`/dashboard-admin/codes?q=${product.slug}`);
  await expect(page.getByRole('row')).toHaveCount(50);
  await page.getByRole('link', { name: 'Ver más' }).click();
  await expect(page.getByRole('row')).toHaveCount(10);
  expect(await exported(page)).toHaveLength(61);

  await page.goto('/moderation/reports');
  expect((await exported(page))[0]).toContain('id;momento;objeto_tipo');
});

test('the log of a product shows the changes of an admin, and a missing withdrawal has no page', {
  tag: '@nightly',
}, async ({ page }) => {
  const product = await createProduct();
  await signInAsAdmin(page, `/dashboard-admin/products/${product.id}`);
  const log = page.getByRole('region', { name: 'Registro' });
  await expect(log).toContainText('Nadie ha cambiado nada.');
  const form = page.getByRole('region', { name: 'Cambiar' });
  await form.getByLabel('Precio (€)', { exact: true }).fill('7');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(log).toContainText(/Cambio.*Precio: 9.*7/s);
  await page.getByRole('button', { name: 'Archivar', exact: true }).click();
  await page.getByRole('button', { name: 'Sí, archivar' }).click();
  await expect(page.getByRole('button', { name: 'Recuperar del archivo' })).toBeVisible();
  expect((await page.request.get(`/p/${product.slug}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Recuperar del archivo' }).click();
  await page.getByRole('button', { name: 'Sí, recuperar' }).click();
  await expect(page.getByRole('button', { name: 'Archivar', exact: true })).toBeVisible();
  expect((await page.request.get(`/p/${product.slug}`)).status()).toBe(200);
  await page.goto(`/dashboard-admin/withdrawals/${product.id}`);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('€');
});
