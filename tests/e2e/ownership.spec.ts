import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('an owned product is marked everywhere, and bundles and editions charge only the missing part', {
  tag: '@nightly',
}, async ({ page }) => {
  const sql = database();
  const creator = await createPerson();
  const base = await createProduct({ precio: 9.99, usuario_id: creator.id });
  const extension = await createProduct({ precio: 5, base_id: base.id, DLC: true, category: 'dlc' });
  await sql`insert into ediciones (producto_id, nombre, precio) values (${base.id}, 'Deluxe', 19.99)`;
  const [whole] = await sql`insert into ediciones (producto_id, nombre, precio)
    values (${extension.id}, 'Completa', 9) returning id`;
  const [bundle] =
    await sql`insert into bundles (nombre, precio, producto_id) values ('Los dos', 12, ${base.id}) returning id`;
  for (const { id } of [base, extension])
    await sql`insert into bundles_productos (bundle_id, producto_id) values (${bundle?.id}, ${id})`;
  const person = await createPerson();
  const mark = page.getByText('En tu biblioteca', { exact: true });

  // Without the base product, the extension shows a notice and links to both.
  await signIn(page, person, `/p/${extension.slug}`);
  const note = page.getByRole('region', { name: `Amplía ${base.name}` });
  await expect(note).toContainText('aún no está en tu biblioteca');
  await expect(note.getByRole('link', { name: 'Los dos juntos: Los dos' })).toBeVisible();
  await page.goto(`/cart?producto=${extension.slug}`);
  await expect(page.getByText(`Necesitas ${base.name} para usarlo`)).toBeVisible();
  expect(await mark.count()).toBe(0);

  await giveOrder(person, base.slug);
  await page.goto(`/p/${base.slug}`);
  const extensions = page.getByRole('region', { name: 'Ampliaciones' });
  await expect(extensions.getByRole('link', { name: extension.name, exact: true })).toBeVisible();
  await expect(mark.first()).toBeVisible();
  // A bundle charges only the missing products.
  await expect(page.getByText('El precio de lo que te falta: 1 producto.')).toBeVisible();

  await page.goto(`/p/${base.slug}?edicion=deluxe`);
  await expect(page.getByText('Descontamos tu edición Base: -9,99 €')).toBeVisible();
  await page.getByRole('link', { name: 'Mejorar por 10,00 €' }).click();
  await page.waitForURL('/cart?**');
  const line = page.locator('dl div').filter({ hasText: 'Ya tienes Base' });
  await expect(line).toContainText('-9,99');
  await expect(page.getByRole('link', { name: 'Ir al pago · 10,00 €' })).toBeVisible();

  await page.goto(`/p/${extension.slug}`);
  await expect(note).toContainText(`${base.name} está en tu biblioteca.`);
  await page.goto(`/search/${encodeURIComponent(base.name)}`);
  await expect(mark.first()).toBeVisible();
  await sql`insert into favoritos (user_id, producto_id) values (${person.id}, ${base.id})`;
  for (const path of ['/profile/favorites', `/account/${creator.username}`]) {
    await page.goto(path);
    const card = page.getByRole('main').getByRole('article', { name: base.name });
    await expect(card.getByText('En tu biblioteca', { exact: true }), path).toBeVisible();
  }
  await page.getByRole('combobox').first().fill(base.name);
  await expect(
    page.getByRole('option').filter({ hasText: base.name }).getByText('En tu biblioteca', { exact: true }),
  ).toBeVisible();

  // A higher edition includes this one, which is not sold again.
  await sql`insert into adquisiciones (user_id, producto_id, edicion_id, origen, precio_pagado, minecraft_name)
    values (${person.id}, ${extension.id}, ${whole?.id}, 'gratis', 0, 'Jugadora1')`;
  await page.goto(`/p/${extension.slug}`);
  await expect(page.getByRole('link', { name: 'Ya es tuya en Completa · Ver el pedido' })).toBeVisible();
  await page.goto(`/cart?producto=${extension.slug}`);
  await expect(page.getByText('Ya tienes una edición superior, que incluye esta.')).toBeVisible();
});
