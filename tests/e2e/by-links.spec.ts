import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { agree, buy, goToCheckout, minecraftName } from './support/shopping.ts';
import { test } from './support/test.ts';

// Client-side navigation within one document: state of one page must not leak into the next ones.

/** Goes to another page as a link of the shop does, without a new document. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (to) => (window as unknown as { next: { router: { push: (path: string) => void } } }).next.router.push(to),
    path,
  );
  await page.waitForURL((url) => url.pathname + url.search === path);
}

const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();

async function fillLogin(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('main');
  await form.getByRole('textbox', { name: 'Correo' }).fill(person.email);
  await form.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Iniciar sesión' }).click();
}

test('a guest logs in on the way to the Club, can join it, and is a guest again after logging out', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await page.goto('/club');
  await link(page, 'Unirme al Club').click();
  await page.waitForURL(/\/login/);
  await fillLogin(page, person);
  await page.waitForURL(/\/club$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Unirme al Club' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito' })).toBeVisible();
  await followLink(page, '/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mi cuenta' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito' })).toHaveCount(0);
});

test('a guest who logs in to save a favourite finds the login dialog closed', { tag: '@nightly' }, async ({ page }) => {
  const [person, product] = [await createPerson(), await createProduct()];
  await page.goto(`/p/${product.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /favoritos/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(/\/login/);
  await fillLogin(page, person);
  await page.waitForURL(new RegExp(`/p/${product.slug}`));
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

/** From a page of the purchase to the payment step of another product. */
async function goToCheckoutOf(page: Page, slug: string): Promise<void> {
  await followLink(page, `/p/${slug}`);
  await followLink(page, `/cart?producto=${slug}`);
  await goToCheckout(page);
  await page.waitForURL(new RegExp(`/checkout\\?producto=${slug}`));
}

test('the payment step resets consent and payment method for another product', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const [first, second] = [await createProduct(), await createProduct()];
  await giveCoins(person, 5_000);
  await signIn(page, person, `/cart?producto=${first.slug}`);
  await goToCheckout(page);
  await agree(page);
  await page.getByRole('radio', { name: /UnCoins/ }).check();
  await goToCheckoutOf(page, second.slug);
  await expect(page.getByRole('checkbox', { name: /14 días de desistimiento/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: /Tarjeta/ })).toBeChecked();
});

test('a person claims two free products one after the other', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  const [first, second] = [await createProduct({ precio: 0 }), await createProduct({ precio: 0 })];
  await signIn(page, person, `/cart?producto=${first.slug}`);
  await goToCheckout(page);
  const claim = async () => {
    await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
    await page.getByRole('button', { name: /^Conseguir/ }).click();
    await page.waitForURL(/\/success/);
  };
  await claim();
  await goToCheckoutOf(page, second.slug);
  await claim();
  const [row] = await database()`select count(*)::int as orders from adquisiciones where user_id = ${person.id}`;
  expect(row?.orders).toBe(2);
});

test('a claimed product is shown as owned on the product page that was open before', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  const product = await createProduct({ precio: 0 });
  await signIn(page, person, `/p/${product.slug}`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito' })).toBeVisible();
  await page.getByRole('button', { name: 'Reclamar gratis' }).click();
  await page.getByRole('dialog').getByLabel('Nombre de Minecraft').fill(minecraftName);
  await page.getByRole('dialog').getByRole('button', { name: 'Reclamar' }).click();
  await expect(page.getByRole('heading', { name: '¡Ya es tuyo!' })).toBeVisible();
  await followLink(page, `/p/${product.slug}`);
  await expect(link(page, /^Ya es tuyo/)).toBeVisible();
});

test('reopening the thank-you page of a purchase keeps a product added to the cart since', {
  tag: '@nightly',
}, async ({ page }) => {
  await buy(page, 'producto=fragua-arcana');
  const thanks = page.url();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  const other = await createProduct();
  await page.goto(`/cart?producto=${other.slug}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain(other.slug);
  await page.goto(thanks);
  await expect(page.getByText('¡Gracias por tu compra!')).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible();
});

test('a second product starts with an empty form, and the draft of the first one is kept', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person, '/publicar');
  const name = page.getByRole('textbox', { name: 'Nombre', exact: true });
  await name.fill('La primera obra');
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await followLink(page, '/dashboard');
  await followLink(page, '/publicar');
  await expect(name).toHaveValue('');
  await name.fill('La segunda obra');
  const drafts =
    () => database()`select contenido #>> '{draft,name}' as name from borradores where usuario_id = ${person.id}
    order by created_at`;
  await expect
    .poll(async () => (await drafts()).map((row) => row.name))
    .toEqual(['La primera obra', 'La segunda obra']);
});

test('going back to a form restores its draft, and further typing causes no conflict', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  const products = [
    await createProduct({ usuario_id: person.id }),
    await createProduct({ usuario_id: person.id }),
  ] as const;
  const name = page.getByRole('textbox', { name: 'Nombre', exact: true });
  const kept = page.getByText('Borrador guardado');
  const leaveAndReturn = async (text: string) => {
    await followLink(page, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Borradores' })).toBeVisible();
    await page.goBack();
    await expect(name).toHaveValue(text);
    await expect(page.getByText('Sigues con tu borrador.')).toBeVisible();
  };
  const write = async (text: string) => {
    await name.fill(text);
    await expect(kept).toBeVisible();
  };
  await signIn(page, person, '/publicar');
  await write('Una obra nueva');
  await leaveAndReturn('Una obra nueva');
  await write('Una obra nueva y más');

  // Once from a page that came without a draft, once from one that came with an older one.
  await page.goto(`/edit/${products[0].slug}`);
  await write('Un cambio');
  await leaveAndReturn('Un cambio');
  await write('Otro cambio');
  await page.goto(`/edit/${products[0].slug}`);
  await expect(name).toHaveValue('Otro cambio');
  await write('El último cambio');
  await leaveAndReturn('El último cambio');
  await write('El último de verdad');

  const drafts = await database()`select contenido #>> '{draft,name}' as name from borradores
    where usuario_id = ${person.id} order by 1`;
  expect(drafts.map((row) => row.name)).toEqual(['El último de verdad', 'Una obra nueva y más']);
});

test('going back to a form sent to review shows the submitted input, not an older draft', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  const product = await createProduct({ usuario_id: person.id });
  await signIn(page, person, `/edit/${product.slug}`);
  const size = page.getByLabel('Tamaño aproximado');
  await page.getByRole('tab', { name: 'Producto' }).click();
  await size.fill('12 MB');
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar a revisión' }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Cancelar el envío' })).toBeVisible();
  await page.getByRole('tab', { name: 'Producto' }).click();
  await expect(size).toHaveValue('12 MB');
  await expect(page.getByText('Sigues con tu borrador.')).toHaveCount(0);
});

test('a toast of a form is not shown again on the next pages', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await page.getByLabel('Nombre visible').fill('Otro nombre');
  await page.getByRole('button', { name: 'Guardar', exact: true }).first().click();
  const toast = page.getByText('Cambios guardados');
  await expect(toast).toBeVisible();
  await followLink(page, '/profile/orders');
  await expect(toast).toHaveCount(0);
  await followLink(page, '/profile/settings');
  await expect(page.getByLabel('Nombre visible')).toHaveValue('Otro nombre');
  await expect(toast).toHaveCount(0);
});

test('a popup of the header closes on navigation, and stays closed after going back', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person, '/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Notificaciones/ })
    .click();
  const popup = page.getByRole('dialog', { name: 'Notificaciones' });
  await popup.getByRole('link', { name: /Ver todas/ }).click();
  await page.waitForURL(/\/profile\/notifications/);
  await expect(popup).toHaveCount(0);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('button', { name: /Notificaciones/ })).toBeVisible();
  await expect(popup).toHaveCount(0);
});

test('the bell shows new notifications each time it opens, and marks only those as read', {
  tag: '@nightly',
}, async ({ page }) => {
  const [person, creator] = [await createPerson(), await createPerson()];
  const sql = database();
  await sql`insert into follows (follower_id, following_id) values (${person.id}, ${creator.id})`;
  const publish = async () => {
    const product = await createProduct({ usuario_id: creator.id, status: 'pending' });
    await sql`update productos set status = 'approved' where id = ${product.id}`;
    return product;
  };
  const unread = async () =>
    (await sql`select count(*)::int as unread from notificaciones where user_id = ${person.id} and leida_at is null`)[0]
      ?.unread;
  const first = await publish();
  await signIn(page, person, '/');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ });
  const popup = page.getByRole('dialog', { name: 'Notificaciones' });
  await bell.click();
  await expect(popup.getByText(first.name)).toBeVisible();
  await expect.poll(unread).toBe(0);
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await followLink(page, '/profile/orders');
  const second = await publish();
  await followLink(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await unread()).toBe(1);
  await bell.click();
  await expect(popup.getByText(second.name)).toBeVisible();
  await expect.poll(unread).toBe(0);
});

test('another tab shows the signed-out state after a logout', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/');
  const cart = page.getByRole('banner').getByRole('link', { name: 'Carrito' });
  await expect(cart).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/logout');
  await other.getByRole('button', { name: 'Cerrar sesión' }).click();
  await other.waitForURL((url) => url.pathname === '/');
  await expect(cart).toHaveCount(0);
});

test('a trailer stops on navigation to another page', { tag: '@nightly' }, async ({ page }) => {
  const product = await createProduct({ video_trailer: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }));
  await signIn(page, await createPerson(), `/p/${product.slug}`);
  // The header shows the signed-in state once the page is hydrated.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito' })).toBeVisible();
  await page
    .getByRole('link', { name: /^Ver el tráiler de/ })
    .first()
    .click();
  await expect(page.locator('iframe')).toHaveCount(1);
  await followLink(page, '/');
  await expect(page.locator('iframe')).toHaveCount(0);
});
