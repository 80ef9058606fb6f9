import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { createModerator } from './support/publishing.ts';
import { test } from './support/test.ts';

const newTab = async (browser: Browser) =>
  (await browser.newContext({ baseURL: process.env.SITE_URL, locale: 'es-ES' })).newPage();

const reviews = (page: Page) => page.getByRole('region', { name: 'Valoraciones' });
const reviewBy = (page: Page, person: Person) =>
  page.getByRole('article', { name: `Valoración de ${person.username}` });

/** Waits until a dialog reacts to presses outside it: Radix listens one task after it has moved the focus. */
async function listensOutside(dialog: Locator) {
  await expect(dialog.locator(':focus')).toBeAttached();
  await dialog.evaluate(() => new Promise((done) => setTimeout(done)));
}

async function rate(page: Page, stars: string, text: string) {
  await reviews(page).getByRole('button', { name: 'Valorar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: stars }).check({ force: true });
  await dialog.getByLabel('Qué te parece').fill(text);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Valoración guardada. ¡Gracias!')).toBeVisible();
}

test('an owner writes, edits and deletes a review, its creator replies, and guests read it', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [creator, owner] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  await giveOrder(owner, product.slug);
  await signIn(page, owner, `/p/${product.slug}`);
  await expect(page.getByText('Todavía nadie lo ha valorado.')).toBeVisible();
  await reviews(page).getByRole('button', { name: 'Valorar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Elige de una a cinco estrellas.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await rate(page, '2 de 5 estrellas', 'Le faltan <b>mapas</b>.');
  await expect(reviewBy(page, owner)).toContainText('Le faltan <b>mapas</b>.');

  const theirs = await newTab(browser);
  await signIn(theirs, creator, '/profile/notifications');
  await theirs.getByRole('link', { name: `${product.name} tiene una valoración nueva: 2 de 5` }).click();
  await expect(reviews(theirs).getByRole('button', { name: 'Valorar' })).toHaveCount(0);
  await reviewBy(theirs, owner).getByRole('button', { name: 'Responder' }).click();
  // On a phone the keyboard is hidden by a tap beside the dialog, which closes it only while nothing was entered.
  const dialog = theirs.getByRole('dialog');
  await listensOutside(dialog);
  await theirs.mouse.click(200, 20);
  await expect(dialog).toHaveCount(0);
  await reviewBy(theirs, owner).getByRole('button', { name: 'Responder' }).click();
  await dialog.getByLabel('Respuesta').fill('Llegan el lunes.');
  await theirs.mouse.click(200, 20);
  await expect(dialog.getByLabel('Respuesta')).toHaveValue('Llegan el lunes.');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(reviewBy(theirs, owner)).toContainText('Llegan el lunes.');

  await page.reload();
  await expect(reviewBy(page, owner)).toContainText('Llegan el lunes.');
  await rate(page, '5 de 5 estrellas', 'Ya están. Muy bien.');
  await expect(reviewBy(page, owner)).toContainText('editada');

  const guest = await newTab(browser);
  const answer = await guest.request.get(`/p/${product.slug}`);
  expect(await answer.text()).toContain('"ratingValue":5,"reviewCount":1');
  await guest.goto(`/p/${product.slug}`);
  await expect(guest.getByText('Quien tiene el producto puede valorarlo.')).toBeVisible();
  await guest.getByRole('link', { name: '1 valoración' }).click();
  await expect(reviewBy(guest, owner)).toContainText('Ya están. Muy bien.');
  await reviewBy(guest, owner)
    .getByRole('button', { name: /^Denunciar/ })
    .click();
  await expect(guest.getByRole('dialog').getByRole('link', { name: 'Iniciar sesión' })).toBeVisible();

  await page.reload();
  await reviews(page).getByRole('button', { name: 'Valorar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, borrarla' }).click();
  await expect(page.getByText('Todavía nadie lo ha valorado.')).toBeVisible();
  await Promise.all([theirs.context().close(), guest.context().close()]);
});

test('a reported review reaches a moderator, who hides it with a reason', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const [owner, reader, moderator] = [await createPerson(), await createPerson(), await createModerator()];
  const product = await createProduct();
  await giveOrder(owner, product.slug);
  await database()`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product.id}, ${owner.id}, 1, 'Compra en mi tienda')`;
  await signIn(page, reader, `/p/${product.slug}`);
  await reviewBy(page, owner)
    .getByRole('button', { name: /^Denunciar/ })
    .click();
  await page.getByRole('dialog').getByLabel('Qué ocurre').fill('Es publicidad');
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar la denuncia' }).click();
  await expect(page.getByText('Denuncia enviada. Gracias por avisar.')).toBeVisible();

  const desk = await newTab(browser);
  await signIn(desk, moderator, '/moderation/reports');
  const report = desk.getByRole('article', { name: product.name });
  await expect(report).toContainText('Es publicidad');
  await expectNoAxeViolations(desk);
  await report.getByRole('button', { name: 'Ocultar la valoración' }).click();
  await expect(report.getByText('Escribe un motivo de 3 a 500 caracteres.')).toBeVisible();
  await report.getByLabel('Motivo', { exact: true }).fill('Publicidad');
  await report.getByRole('button', { name: 'Ocultar la valoración' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Ocultar la valoración' }).click();
  await expect(report).toHaveCount(0);
  await desk.getByRole('link', { name: 'Ver las cerradas' }).click();
  await expect(desk.getByRole('article', { name: product.name })).toContainText('Publicidad');

  await page.reload();
  await expect(reviewBy(page, owner)).toHaveCount(0);
  const writer = await newTab(browser);
  await signIn(writer, owner, `/p/${product.slug}`);
  await reviews(writer).getByRole('button', { name: 'Valorar' }).click();
  await expect(writer.getByText('Un moderador la ha ocultado. Motivo: Publicidad')).toBeVisible();
  await Promise.all([desk.context().close(), writer.context().close()]);
});

test('products and accounts can be reported, but not one’s own, and reports are for moderators only', {
  tag: '@nightly',
}, async ({ page }) => {
  const [creator, reader] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  await signIn(page, reader, `/p/${product.slug}`);
  const send = async () => {
    await page.getByRole('dialog').getByLabel('Motivo').selectOption('fraude');
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar la denuncia' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.getByRole('button', { name: `Denunciar: ${product.name}` }).click();
  await send();
  await page.goto(`/account/${creator.username}`);
  await page.getByRole('button', { name: `Denunciar: ${creator.username}` }).click();
  await send();
  const rows = await database()`select objeto_tipo, objeto_id, motivo from reportes where user_id = ${reader.id}
    order by created_at`;
  expect(rows).toEqual([
    { objeto_tipo: 'producto', objeto_id: product.id, motivo: 'fraude' },
    { objeto_tipo: 'usuario', objeto_id: creator.id, motivo: 'fraude' },
  ]);
  await page.goto(`/account/${reader.username}`);
  await expect(
    page.getByRole('button', { name: 'Editar perfil' }).or(page.getByRole('link', { name: 'Editar perfil' })),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Denunciar/ })).toHaveCount(0);
  await page.goto('/moderation/reports');
  await expect(page).toHaveURL('/');
});
