import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const many = 120;

test('a creator with 120 products sees them in pages, so does a visitor, and a library holds all of them', async ({
  page,
}) => {
  const [creator, owner] = [await createPerson(), await createPerson()];
  await database()`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, visitas, created_at)
    select 'Serie larga ' || n, ${creator.username.toLowerCase().replaceAll('_', '')} || '-' || n, 9, p.portada_url, 'plugin',
      'approved', ${creator.id}, n, now() - n * interval '1 hour'
    from productos p, generate_series(1, ${many}) n where p.slug = 'domador'`;
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
  await expect(table.getByRole('row')).toHaveCount(52);
  await main.getByRole('link', { name: 'Siguiente' }).click();
  await expect(main.getByText('Página 2 de 3')).toBeVisible();
  await expect(table.getByRole('link', { name: 'Serie larga 70' })).toBeVisible();
  await page.context().clearCookies();

  await signIn(page, owner, '/library');
  await expect(main.getByRole('button', { name: /^Abrir / })).toHaveCount(many);
  await main.getByRole('searchbox', { name: 'Buscar en tu biblioteca' }).fill('larga 77');
  await expect(main.getByRole('button', { name: /^Abrir / })).toHaveCount(1);
});
