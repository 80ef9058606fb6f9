import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, logIn, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator copies a coupon link, and its visitors find the coupon applied in the cart', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id, precio: 10 });
  const code = `C${randomUUID().slice(0, 8)}`.toUpperCase();
  await database()`insert into codigos_cupones (codigo, product_id, percent_discount, creador_id)
    values (${code}, ${product.id}, 20, ${creator.id})`;
  await signIn(page, creator, '/dashboard/promotions');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copiar enlace' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`?cupon=${code}`);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expectNoAxeViolations(page);

  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByText(`Se aplicará el cupón ${code} en el carrito`)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/p/${product.slug}?cupon=x`);
  await expect(page.getByText('un código de descuento que no es válido')).toBeVisible();

  await page.goto(link);
  await expect(page.getByText(`Se aplicará el cupón ${code}`)).toBeVisible();
  await page.goto(`/p/${product.slug}`);
  await expect(page.getByText(`Se aplicará el cupón ${code}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regalar' })).toBeEnabled();
  await page.getByRole('link', { name: 'Comprar', exact: true }).click();
  await page.getByRole('link', { name: 'Iniciar sesión' }).last().click();
  const cart = `/cart?producto=${product.slug}&cupon=${code}`;
  await logIn(page, await createPerson(), cart);
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(/Cupón −20 %.*8,00/);

  // The shop refuses the stopped coupon: the cart shows a message, and the product page drops the coupon.
  await database()`update codigos_cupones set parado_at = now() where codigo = ${code}`;
  await page.reload();
  await expect(page.getByText('Cupón no válido o no encontrado.')).toBeVisible();
  await page.goto(`/p/${product.slug}`);
  await expect(page.getByRole('link', { name: 'Comprar', exact: true })).toHaveAttribute(
    'href',
    `/cart?producto=${product.slug}`,
  );
});
