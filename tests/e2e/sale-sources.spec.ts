import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, logIn, signIn } from './support/people.ts';
import { goodCard, goToProvider, payWith, thanks } from './support/shopping.ts';
import { test } from './support/test.ts';

test('a sale shows which link or page brought its buyer', { tag: '@nightly' }, async ({ page, context }) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id, precio: 10 });
  const other = await createProduct({ usuario_id: creator.id, precio: 10 });
  const visits = (slug: string) => page.evaluate((key) => sessionStorage.getItem(key), `origin:${slug}`);
  const [{ display_name: name } = {}] =
    await database()`select display_name from usuarios_meta where id = ${creator.id}`;

  // A link followed inside the shop has no referrer; a page of the purchase replaces nothing.
  await page.goto(`/account/${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: other.name }).first().click();
  await expect(page).toHaveURL(`/p/${other.slug}`);
  await expect.poll(() => visits(other.slug)).toContain('"came":"/account/');

  await page.goto(`/p/${product.slug}?ref=Boletin-1`);
  await expect.poll(() => visits(product.slug)).toContain('?ref=Boletin-1');
  // The page is hydrated and knows that nobody is signed in, so a dialog asks for the login.
  await expect(page.getByRole('button', { name: 'Regalar' })).toBeEnabled();
  await page.getByRole('link', { name: 'Comprar', exact: true }).click();
  await page.getByRole('link', { name: 'Iniciar sesión' }).last().click();
  await logIn(page, await createPerson(), `/cart?producto=${product.slug}`);
  await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();

  await context.clearCookies();
  await signIn(page, creator, '/dashboard/sales');
  const table = page.getByRole('region', { name: 'De dónde vienen las ventas' });
  await expect(table.getByRole('row', { name: /Enlace tuyo · boletin-1/ })).toContainText(/1.*2,00\s€/);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: new RegExp(product.name) }).click();
  await expect(page.getByText('Enlace tuyo · boletin-1')).toBeVisible();
  await page.goto('/dashboard?dias=7');
  await expect(table.getByRole('row', { name: /Enlace tuyo · boletin-1/ })).toBeVisible();
  await expectNoAxeViolations(page);
});
