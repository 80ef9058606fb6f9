import { expect, type Page } from '@playwright/test';
import { actingAs, database } from './support/database.ts';
import { createProduct, giveOrder, type Product } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ });

/** A new version of a product, as a moderator's approval publishes it. */
async function publishVersion(product: Product, creator: Person, version: string): Promise<void> {
  const sql = database();
  const content = { nombre: product.name, version, novedades: 'Yunque nuevo' };
  const [revision] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    values (${product.id}, ${creator.id}, ${sql.json(content)}, false) returning id`;
  await sql`update revisiones_producto set estado = 'aprobada', decidida_at = now() where id = ${revision?.id}`;
}

test('a new product of a followed creator is notified in the shop, and by mail if chosen', { tag: '@nightly' }, async ({
  page,
}) => {
  const creator = await createPerson();
  await createProduct({ usuario_id: creator.id });
  const follower = await createPerson();
  await signIn(page, follower, `/account/${creator.username}`);
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByText(`Ahora sigues a ${creator.username}`)).toBeVisible();
  await database()`insert into preferencias_aviso (user_id, correo_producto_nuevo) values (${follower.id}, true)`;

  const product = await createProduct({ usuario_id: creator.id, status: 'pending' });
  await database()`update productos set status = 'approved' where id = ${product.id}`;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Notificaciones, 1 sin leer' })).toBeVisible();
  await bell(page).click();
  const news = page.getByRole('link', { name: `Nuevo: ${creator.username} ha publicado ${product.name}` });
  await expect(news).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible();
  expect(await news.getAttribute('href')).toBe(`/p/${product.slug}`);

  await runCron();
  const mail = await findMail(follower.email, new RegExp(`${creator.username} ha publicado ${product.name}`));
  expect(linkIn(mail, '/p/')).toContain(product.slug);

  await page.goto('/profile/notifications');
  await expect(page.getByRole('main').getByText(`${creator.username} ha publicado ${product.name}`)).toBeVisible();
  await page.goto(`/account/${creator.username}`);
  await page.getByRole('button', { name: 'Dejar de seguir' }).click();
  await expect(page.getByText(`Dejaste de seguir a ${creator.username}`)).toBeVisible();
});

test('a new version of a product is notified to its owners and listed in the library', { tag: '@nightly' }, async ({
  page,
}) => {
  const [creator, owner, passer] = await Promise.all([createPerson(), createPerson(), createPerson()]);
  const product = await createProduct({ usuario_id: creator.id });
  await giveOrder(owner, product.slug);
  await publishVersion(product, creator, '2.4.0');
  await runCron();
  const mail = await findMail(owner.email, new RegExp(`^${product.name} 2\\.4\\.0 ya está disponible`));
  expect(mail.text).toContain('Yunque nuevo');
  expect(await database()`select 1 from notificaciones where user_id = ${passer.id}`).toHaveLength(0);

  await signIn(page, owner, '/library');
  await expect(page.getByRole('button', { name: 'Notificaciones, 1 sin leer' })).toBeVisible();
  await page.getByRole('button', { name: `Abrir ${product.name}` }).click();
  const versions = page.getByRole('dialog').getByRole('region', { name: 'Versiones' });
  await expect(versions.getByText('Versión 2.4.0')).toBeVisible();
  await expect(versions.getByText('Yunque nuevo')).toBeVisible();
});

test('an offer of a favourite is notified in the shop and by mail, and one click unsubscribes', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const product = await createProduct({ precio: 10 });
  await signIn(page, person, '/profile/settings');
  const wish = page.getByRole('checkbox', { name: /^Algo de mis favoritos/ });
  await expect(wish).not.toBeChecked();
  await wish.check();
  await page.locator('form', { has: wish }).getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await page.goto(`/p/${product.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Guardar ${product.name} en favoritos` })
    .first()
    .click();
  await expect(page.getByText('Añadido a favoritos.')).toBeVisible();

  const sql = database();
  await sql`update historial_precios set desde = desde - interval '20 days' where producto_id = ${product.id}`;
  await sql`update productos set oferta = 6 where id = ${product.id}`;
  await runCron();
  const mail = await findMail(person.email, new RegExp(`^De oferta: ${product.name} por 6,00`));
  const oneClick = /<(https?:[^>]+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  await page.goto('/profile/notifications');
  await expect(
    page.getByRole('main').getByText(`${product.name}, de tus favoritos, está de oferta: 6,00 € en vez de 10,00 €`),
  ).toBeVisible();

  // Unsubscribes without a session, by the page and by a mail program.
  await page.context().clearCookies();
  await page.goto(linkIn(mail, '/baja'));
  await page.getByRole('button', { name: 'No recibir más' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hecho/);
  const [wishes] = await sql`select correo_favoritos from preferencias_aviso where user_id = ${person.id}`;
  expect(wishes?.correo_favoritos).toBe(false);
  const click = (address: string) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await click(oneClick)).status).toBe(200);
  expect((await click(oneClick.replace(/.$/, (end) => (end === '0' ? '1' : '0')))).status).toBe(400);
});

test('a creator edits the profile and sees the followers', { tag: '@nightly' }, async ({ page }) => {
  const [creator, follower] = await Promise.all([createPerson(), createPerson()]);
  await createProduct({ usuario_id: creator.id });
  await signIn(page, creator, `/account/${creator.username}`);
  const dialog = page.getByRole('dialog', { name: 'Tus seguidores' });
  await page.getByRole('button', { name: 'Seguidores' }).click();
  await expect(dialog.getByText('No tienes seguidores aún.')).toBeVisible();

  await database()`insert into follows (follower_id, following_id) values (${follower.id}, ${creator.id})`;
  await page.reload();
  await page.getByRole('button', { name: 'Seguidores' }).click();
  await expect(dialog.getByRole('row', { name: new RegExp(follower.username) })).toBeVisible();
  await dialog.getByRole('link', { name: `Ver el perfil de ${follower.username}` }).click();
  await expect(page).toHaveURL(`/account/${follower.username}`);
  await page.goto(`/account/${creator.username}`);
  await page.getByRole('link', { name: 'Editar perfil' }).click();
  await expect(page).toHaveURL('/profile/settings');
});

test('a person sees the reason of their reputation', { tag: '@nightly' }, async ({ page }) => {
  const [admin, person] = await Promise.all([createPerson(), createPerson()]);
  await database()`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  await actingAs(admin, (sql) => sql`select cambiar_reputacion(${person.id}, 'mala', 'Reseñas falsas')`);
  await signIn(page, person, '/profile');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Sancionado/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Tu reputación' });
  await expect(dialog.getByText('Tienes 1 infracción.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Por qué' })).toContainText('Reseñas falsas');
  await page.goto('/profile/notifications');
  await expect(page.getByText('Tu reputación es ahora «Sancionado». Motivo: Reseñas falsas')).toBeVisible();
});
