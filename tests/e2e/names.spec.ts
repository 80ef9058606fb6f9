import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const site = () => process.env.SITE_URL ?? '';

test('a creator called “50% Café/Ñandú” has a prerendered and cached profile', { tag: '@nightly' }, async ({
  page,
}) => {
  const name = '50% Café/Ñandú';
  const address = '/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA';
  const build = join(import.meta.dirname, '../../.next-e2e');
  for (const locale of ['es', 'en'])
    expect(await readFile(join(build, `server/app/${locale}/account/50% Café%2FÑandú.html`), 'utf8')).toContain(name);
  const [product] = await database()`select p.slug from productos p join usuarios_meta u on u.id = p.usuario_id
    where u.display_name = ${name} and p.status = 'approved' and not p.oculto limit 1`;
  await page.goto(`/p/${product?.slug}`);
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(address);
  const response = await page.request.get(address);
  expect([response.status(), response.headers()['x-nextjs-cache']]).toEqual([200, 'HIT']);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${site()}${address}`);
});

test('a reserved, invisible or confusable display name shows a message', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/profile/settings');
  const field = page.getByLabel('Nombre visible');
  for (const [name, message] of [
    ['Soporte UnStore', 'Ese nombre se confunde con el de la tienda o su equipo.'],
    ['Ana\u200b', 'Lleva caracteres que no se ven. Bórralo y escríbelo de nuevo.'],
    ['Аdmіn', 'Ese nombre se confunde con el de la tienda o su equipo.'],
    ['///', 'No puede llevar barras invertidas, un código como %20, ni ser solo puntos y barras.'],
    ['Fоrjаbit', 'Otra persona ya usa ese nombre, o uno que se le parece demasiado.'],
  ] as const) {
    await field.fill(name);
    await page.getByRole('button', { name: 'Guardar' }).first().click();
    await expect(page.getByText(message), name).toBeVisible();
  }
});
