import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, type Product } from './support/goods.ts';
import { test } from './support/test.ts';

/** Ratings by people of the seed, who own the product. */
async function rate({ id }: Product, stars: number[]): Promise<void> {
  const sql = database();
  const people = await sql`select u.id from usuarios_meta u
    where u.id <> (select usuario_id from productos where id = ${id}) and u.borrada_at is null order by u.id limit ${stars.length}`;
  for (const [index, person] of people.entries()) {
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado) values (${person.id}, ${id}, 'gratis', 0)`;
    await sql`insert into resenas (user_id, producto_id, estrellas) values (${person.id}, ${id}, ${stars[index] ?? 5})`;
  }
}

test('cards show facts for a choice, and lists are sorted by sales, ratings and updates', {
  tag: '@nightly',
}, async ({ page }) => {
  const genre = `Género ${Date.now()}`;
  const facts = { generos: [genre], compatibles: ['1.16.5', '1.21.4', '1.20'] };
  const sold = await createProduct({ ...facts, adquirido: 90, compradores: 57 });
  const [rated, hardly] = [
    await createProduct(facts),
    await createProduct({ ...facts, adquirido: 40, compradores: 3 }),
  ];
  await rate(rated, [5, 4, 5]);
  await rate(hardly, [5]);
  const updated = await createProduct({ generos: [genre], category: 'evento', fecha_lanzamiento: '2999-01-31' });
  await database()`update productos set updated_at = now() + interval '1 day' where id = ${updated.id}`;
  const first = page.getByRole('article').first();
  const list = (order: string) => page.goto(`/search/prueba?${new URLSearchParams({ genero: genre, orden: order })}`);

  await list('vendidos');
  await expect(first).toContainText(sold.name);
  await expect(first).toContainText('+50 compradores');
  await expect(first).toContainText('1.16.5 – 1.21.4');
  await list('valorados');
  await expect(first).toContainText(rated.name);
  await expect(first).toContainText('4,7 (3)');
  await expect(first.getByText('4,7 de 5, 3 valoraciones')).toBeAttached();
  await list('actualizados');
  await expect(first).toContainText(updated.name);
  await expect(first).toContainText('31 de enero de 2999');
  // Few buyers and few ratings are not shown.
  const quiet = page.getByRole('article', { name: hardly.name });
  await expect(quiet).not.toContainText('compradores');
  await expect(quiet).not.toContainText('5,0 (1)');
  await page.getByText('Filtros').first().click();
  await page.getByLabel('Ordenar por').selectOption({ label: 'Más vendidos' });
  await expect(first).toContainText(sold.name);
});
