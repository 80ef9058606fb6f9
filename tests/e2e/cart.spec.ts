import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { giveClub, giveOrder } from './support/goods.ts';
import { createPerson, logIn, signIn } from './support/people.ts';
import { goodCard, goToProvider, payWith, startInCart, thanks } from './support/shopping.ts';
import { test } from './support/test.ts';

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Opciones de ${name}` }).click();
const total = (page: Page) => page.getByRole('region', { name: 'Resumen' });

test('the cart redirects a guest to the login and back to the chosen product', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await page.goto('/cart?producto=domador');
  await expect(page).toHaveURL('/login?next=%2Fcart%3Fproducto%3Ddomador');
  await logIn(page, person, '/cart?producto=domador');
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
});

test('the checkout redirects a guest to the login, and an empty cart to the home page', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/checkout?producto=domador');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, await createPerson(), '/profile');
  await page.goto('/checkout');
  await expect(page).toHaveURL('/');
});

test('the cart is stored, restored without a query string, replaced, and emptied', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
  // The heading is in the HTML; scripts store the cart later.
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}')))
    .toEqual({
      id: expect.any(Number),
      persona: person.id,
      producto: { slug: 'domador', nombre: 'Domador' },
      edicion: null,
      bundle: null,
      precio: 9.99,
      cupon: null,
      destinatario: null,
    });
  await page.goto('/cart');
  await expect(page).toHaveURL('/cart?producto=domador');
  // Another product replaces it, with a message and an undo link.
  await page.goto('/cart?producto=fragua-arcana');
  await expect(page.getByText('Has cambiado lo que había en el carrito: Domador.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Código de descuento' }).fill('NADA');
  await page.getByRole('textbox', { name: 'Código de descuento' }).press('Enter');
  await expect(page.getByText('Cupón no válido o no encontrado.')).toBeVisible();
  await page.getByRole('link', { name: 'Volver a ponerlo' }).click();
  await expect(page).toHaveURL('/cart?producto=domador');
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
  await expect(page.getByText('Has cambiado lo que había en el carrito')).toHaveCount(0);
  await expect(page.getByText('Cupón no válido o no encontrado.')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Código de descuento' })).toHaveValue('');
  await openMenu(page, 'Domador');
  await page.getByRole('menuitem', { name: 'Quitar del carrito' }).click();
  await expect(page.getByText('Producto eliminado del carrito.')).toBeVisible();
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
  await page.getByRole('button', { name: 'Volver a ponerlo' }).click();
  await expect(page.getByRole('heading', { name: 'Domador' })).toBeVisible();
  await openMenu(page, 'Domador');
  await page.getByRole('menuitem', { name: 'Quitar del carrito' }).click();
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ir al pago' })).toBeDisabled();
  await page.reload();
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
});

test('by keyboard, the focus stays or moves to the new element', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=fragua-arcana');
  const field = page.getByRole('textbox', { name: 'Código de descuento' });
  await field.fill('NADA');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Cupón no válido o no encontrado.' })).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('FORJA20');
  await field.press('Enter');
  await expect(page.getByText('FORJA20', { exact: false }).and(page.locator(':focus'))).toBeVisible();
  await page.getByRole('button', { name: 'Opciones de Fragua Arcana' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Quitar del carrito' }).press('Enter');
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Volver a ponerlo' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Opciones de Fragua Arcana' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('another person at the same computer does not see the cart', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=fragua-arcana&cupon=FORJA20');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('FORJA20');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, await createPerson(), '/cart');
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
  await expect(page).toHaveURL('/cart');
});

test('a product that one has is not kept in the cart', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await giveOrder(person, 'domador');
  await signIn(page, person, '/cart?producto=domador');
  await expect(page.getByText('Ya tienes este producto.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
});

test('a malformed stored cart is treated as empty', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cart', '{"producto":{"slug":7},"precio":-1}'));
  await startInCart(page, '');
  await expect(page.getByText('Tu carrito está vacío.')).toBeVisible();
});

test('a product in the cart is saved as a favourite once, and its page is opened', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await startInCart(page, 'producto=domador');
  await openMenu(page, 'Domador');
  await page.getByRole('menuitem', { name: 'Guardar en favoritos' }).click();
  await expect(page.getByText('Añadido a favoritos.')).toBeVisible();
  await openMenu(page, 'Domador');
  await page.getByRole('menuitem', { name: 'Guardar en favoritos' }).click();
  await expect(page.getByText('Ya está en tus favoritos.')).toBeVisible();
  const saved = await database()`select 1 from favoritos where user_id = ${person.id}`;
  expect(saved).toHaveLength(1);
  await openMenu(page, 'Domador');
  await page.getByRole('menuitem', { name: 'Ver producto' }).click();
  await expect(page).toHaveURL('/p/domador');
});

test('the cart recommends three products, and none that it contains', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=la-marca-del-cuervo');
  const list = page.getByRole('region', { name: 'También te puede gustar' });
  await expect(list.getByRole('article')).toHaveCount(3);
  await expect(list.getByRole('link', { name: /La Marca del Cuervo/ })).toHaveCount(0);
});

test('a coupon is validated, applied once, and charged', async ({ page }) => {
  await startInCart(page, 'producto=fragua-arcana');
  const field = page.getByLabel('Código de descuento');
  const apply = page.getByRole('button', { name: 'Aplicar' });
  await apply.click();
  await expect(page.getByText('Por favor, introduce un código de cupón.')).toBeVisible();
  await field.fill('NEON50');
  await apply.click();
  await expect(page.getByText('Cupón no válido o no encontrado.')).toBeVisible();
  await expect(field).toHaveValue('NEON50');
  await field.fill('FORJA20');
  await apply.click();
  await expect(page.getByText('Cupón aplicado! Tu nuevo precio es 7,99 €')).toBeVisible();
  await expect(page.getByText('Cupón FORJA20 aplicado')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(total(page)).toContainText(/Cupón −20 %.*-2,00.*Total.*7,99/);
  await page.reload();
  await expect(total(page)).toContainText(/Total.*7,99/);
  await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('Has pagado 7,99 €.')).toBeVisible();
});

test('an expired coupon in a cart link is not applied and shows a message', { tag: '@nightly' }, async ({ page }) => {
  await startInCart(page, 'producto=ultima-frontera&cupon=CADUCADO');
  await expect(page.getByText('Cupón no válido o no encontrado.')).toBeVisible();
  await expect(total(page)).not.toContainText('Cupón −');
});

test('a member pays the price of the Club, shown as a separate line', async ({ page }) => {
  const person = await createPerson();
  await giveClub(person);
  await signIn(page, person, '/cart?producto=fragua-arcana');
  await expect(total(page)).toContainText(/Oferta −33 %.*Club −30 %.*-3,00.*Total.*6,99/);
});

test('the pay button requires a Minecraft name of five to sixteen characters', { tag: '@nightly' }, async ({
  page,
}) => {
  await signIn(page, await createPerson(), '/checkout?producto=domador');
  const name = page.getByLabel('Nombre de Minecraft');
  const pay = page.getByRole('button', { name: /^Pagar/ });
  for (const [value, ready] of [
    ['', false],
    ['four', false],
    ['cinco', true],
    ['con espacio', false],
    ['dieciseis_letras', true],
  ] as const) {
    await name.fill(value);
    await expect(pay).toBeEnabled({ enabled: ready });
  }
  await name.fill('ñandú');
  await expect(page.getByText('Usa de 5 a 16 letras, números o guiones bajos.')).toBeVisible();
});

test('the cart, the checkout and the thank-you page are in English for an English visitor', {
  tag: '@nightly',
}, async ({ page, context }) => {
  await context.addCookies([{ name: 'i18next', value: 'en', url: process.env.SITE_URL }]);
  await startInCart(page, 'producto=domador');
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Beastkeeper' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to payment · €9.99' }).click();
  await page.getByLabel('Minecraft name').fill('jugador_1');
  await page.getByRole('checkbox', { name: /14 days of withdrawal/ }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your purchase!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download Beastkeeper' })).toBeVisible();
});
