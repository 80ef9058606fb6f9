import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator previews and applies a bulk edit of several products', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createPerson();
  const [tower, house, free] = await Promise.all([
    createProduct({ usuario_id: creator.id, precio: 10, generos: ['PvP'] }),
    createProduct({ usuario_id: creator.id, precio: 20, generos: ['Magia'] }),
    createProduct({ usuario_id: creator.id, precio: 0 }),
  ]);
  await signIn(page, creator, '/dashboard');
  const chosen = page.getByRole('status').filter({ hasText: /elegido/i });
  await expect(chosen).toHaveText('Ninguno elegido');
  await page.getByRole('checkbox', { name: `Elegir ${tower.name}` }).press('Space');
  await expect(chosen).toHaveText('1 elegido');
  await page.getByRole('button', { name: 'No elegir ninguno' }).click();
  await page.getByRole('button', { name: 'Elegir todos los de la página' }).click();
  await expect(chosen).toHaveText('3 elegidos');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Cambiar los elegidos' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Cambiar varios productos' })).toBeVisible();
  const preview = page.getByRole('button', { name: 'Ver qué cambiará' });
  await preview.click();
  const price = page.getByRole('group', { name: 'Precio' });
  await expect(price.getByText('Elige qué quieres cambiar.')).toBeVisible();
  await price.getByLabel('Qué hacer').selectOption('Subirlo');
  await price.getByLabel('Porcentaje').fill('mucho');
  await page.getByRole('group', { name: 'Géneros' }).getByLabel('Qué hacer').selectOption('Añadir');
  await page.getByLabel('Géneros').last().fill('Magia');
  await preview.click();
  await expect(price.getByLabel('Porcentaje')).toHaveAccessibleDescription('Escribe un porcentaje, como 10.');
  await price.getByLabel('Porcentaje').fill('10');
  await preview.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cambian 2 productos de 3' })).toBeFocused();
  const shown = page.getByRole('region', { name: 'Cambian 2 productos de 3' });
  const row = (name: string) => shown.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(row(tower.name)).toContainText(/Precio: 10,00\s€.*11,00\s€/);
  await expect(row(tower.name)).toContainText(/Géneros: PvP.*PvP, Magia · irá a revisión/);
  await expect(row(house.name)).not.toContainText('Géneros');
  await expect(row(free.name)).toContainText('Es gratis');
  await expectNoAxeViolations(page);

  // A product that was changed elsewhere in the meantime is skipped.
  await database()`update productos set precio = 21 where id = ${house.id}`;
  await page.getByRole('button', { name: 'Cambiar 2 productos' }).click();
  await expect(page.getByRole('heading', { name: 'Ha cambiado 1 producto' })).toBeFocused();
  const done = page.getByRole('region', { name: 'Ha cambiado 1 producto' });
  await expect(done.getByText('Ha cambiado desde que lo viste. Mira otra vez qué cambiará.')).toBeVisible();
  await expect(done.getByText('en revisión')).toBeVisible();
  const prices = await database()`select precio::float from productos where id in ${database()([tower.id, house.id])}
    order by precio`;
  expect(prices.map(({ precio }) => precio)).toEqual([11, 21]);
  await done.getByRole('button', { name: 'Hacer otro cambio' }).click();
  await expect(price.getByLabel('Porcentaje')).toHaveValue('10');
  await page.goto(`/p/${tower.slug}`);
  await expect(page.getByText(/11,00\s€/).first()).toBeVisible();
});
