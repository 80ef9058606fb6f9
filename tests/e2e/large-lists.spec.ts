import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const many = 120;

/** Gives a creator so many products, each an hour older than the one before. */
async function createSeries({ id, username }: Person, count: number): Promise<void> {
  await database()`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, visitas, created_at)
    select 'Serie larga ' || n, ${username.toLowerCase().replaceAll('_', '')} || '-' || n, 9, p.portada_url, 'plugin',
      'approved', ${id}, n, now() - n * interval '1 hour'
    from productos p, generate_series(1, ${count}) n where p.slug = 'domador'`;
}

test('120 products are paginated in the profile and the panel, and the library shows them all', {
  tag: '@nightly',
}, async ({ page }) => {
  const [creator, owner] = [await createPerson(), await createPerson()];
  await createSeries(creator, many);
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${owner.id}, id, 'gratis', 0, 'jugador_1' from productos where usuario_id = ${creator.id}`;
  const [profile] = await database()`select display_name as name from usuarios_meta where id = ${creator.id}`;
  const address = `/account/${encodeURIComponent(profile?.name)}`;
  const main = page.getByRole('main');

  await page.goto(address);
  await expect(main.getByRole('link', { name: 'Serie larga 1', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Serie larga 101', exact: true })).toHaveCount(0);
  await main.getByRole('link', { name: 'Más productos' }).click();
  await expect(main.getByRole('link', { name: 'Serie larga 101', exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'Volver al principio' }).click();
  await expect(page).toHaveURL(address);

  await signIn(page, creator, '/dashboard');
  const table = main.getByRole('table').first();
  await expect(table.getByRole('link', { name: 'Serie larga 120' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(51);
  await main.getByRole('link', { name: 'Siguiente' }).click();
  await expect(main.getByText('Página 2 de 3')).toBeVisible();
  await expect(table.getByRole('link', { name: 'Serie larga 70' })).toBeVisible();
  await page.context().clearCookies();

  await signIn(page, owner, '/library');
  await expect(main.getByRole('button', { name: /^Abrir / })).toHaveCount(many);
  await main.getByRole('searchbox', { name: 'Buscar en tu biblioteca' }).fill('larga 77');
  await expect(main.getByRole('button', { name: /^Abrir / })).toHaveCount(1);
});

test('orders of one moment are split over two pages without loss or repetition', {
  tag: '@nightly',
}, async ({ page }) => {
  const [creator, person] = [await createPerson(), await createPerson()];
  await createSeries(creator, 35);
  // The last eight at one moment, as a bundle is delivered.
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name, created_at)
    select ${person.id}, id, 'gratis', 0, 'jugador_1', now() - least(visitas, 28) * interval '1 minute'
    from productos where usuario_id = ${creator.id}`;
  const orders = page.getByRole('main').getByRole('list').first().getByRole('listitem');

  await signIn(page, person, '/profile/orders');
  await expect(orders).toHaveCount(30);
  const names = await orders.allInnerTexts();
  await page.getByRole('link', { name: 'Pedidos anteriores' }).click();
  await expect(orders).toHaveCount(5);
  expect(new Set([...names, ...(await orders.allInnerTexts())]).size).toBe(35);
  await page.goto('/profile/orders?antes=mal');
  await expect(orders).toHaveCount(30);
});
