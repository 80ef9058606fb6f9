import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { createModerator } from './support/publishing.ts';
import { test } from './support/test.ts';

test('a creator publishes one post for everybody and one for the owners of a product only', {
  tag: '@nightly',
}, async ({ page, request, browser }) => {
  const [creator, follower, owner] = [await createPerson(), await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  await giveOrder(owner, product.slug);
  await database()`insert into follows (follower_id, following_id) values (${follower.id}, ${creator.id})`;

  await signIn(page, creator, '/dashboard/posts');
  await expect(page.getByText('Aún no has escrito ninguna publicación.')).toBeVisible();
  await page.getByRole('link', { name: 'Escribir una publicación' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('La torre crece');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Escribe el texto')).toBeVisible();
  await page.getByRole('textbox', { name: 'Texto' }).fill('Una sala nueva & más.');
  await page.getByRole('textbox', { name: 'Texto' }).selectText();
  await page.getByRole('button', { name: 'Enlace' }).click();
  await page.getByLabel('Dirección del enlace').fill('mi servidor');
  await page.getByRole('button', { name: 'Poner el enlace' }).click();
  await expect(page.getByText('Escribe una dirección web')).toBeVisible();
  await page.getByLabel('Dirección del enlace').fill('discord.gg/torre');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Poner el enlace' }).click();
  await page.getByRole('button', { name: 'Guardar el borrador' }).click();
  const drafted = page.getByRole('listitem').filter({ hasText: 'La torre crece' });
  await expect(drafted).toContainText('Borrador');
  await expectNoAxeViolations(page);
  const href = (await drafted.getByRole('link', { name: 'La torre crece', exact: true }).getAttribute('href')) ?? '';
  const id = href.split('/').at(-1) ?? '';
  // Requested before its publication, the public page is missing, and is there afterwards.
  expect((await request.get(`/post/${id}`)).status()).toBe(404);
  await drafted.getByRole('link', { name: /^Editar/ }).click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(drafted).toContainText('Publicada');

  await page.getByRole('link', { name: 'Escribir una publicación' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Solo para dueños');
  await page.getByLabel('Para quién').selectOption('duenos');
  await page.getByLabel('Sobre qué producto').selectOption(product.name);
  await page.getByRole('textbox', { name: 'Texto' }).fill('La clave es cobre.');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const restricted = page.getByRole('listitem').filter({ hasText: 'Solo para dueños' });
  await expect(restricted).toContainText('Publicada');
  const own =
    (await restricted.getByRole('link', { name: 'Solo para dueños', exact: true }).getAttribute('href')) ?? '';
  expect(own).toContain('/profile/post/');

  const other = await browser.newPage();
  await other.goto(`/account/${creator.username}`);
  await other.getByRole('link', { name: 'La torre crece' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'La torre crece' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Una sala nueva & más.' })).toHaveAttribute(
    'href',
    'https://discord.gg/torre',
  );
  await expectNoAxeViolations(other);
  const feed = await request.get(`/feed.xml?creador=${creator.username}`);
  expect(await feed.text()).toContain('Una sala nueva &amp; más.');
  expect(await feed.text()).not.toContain('dueños');
  expect((await request.get(own.replace('/profile', ''))).status()).toBe(404);

  await runCron();
  const mail = await findMail(follower.email, /La torre crece/);
  expect(mail.text).toContain('Una sala nueva & más.');
  await signIn(other, owner, linkIn(await findMail(owner.email, /Solo para dueños/), '/profile/post/'));
  await expect(other.getByText('La clave es cobre.')).toBeVisible();
  await expectNoAxeViolations(other);
  await other.context().clearCookies();
  await signIn(other, follower, '/profile/notifications');
  await expect(other.getByRole('link', { name: `${creator.username} ha publicado «La torre crece»` })).toBeVisible();
  await other.goto(own);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/no existe|no encontrada|404/i);
  await expect(other.getByText('La clave es cobre.')).toHaveCount(0);
  await other.goto(linkIn(mail, '/baja'));
  await other.getByRole('button', { name: 'No recibir más' }).click();
  await expect(other.getByText('no recibirás más correos de publicaciones')).toBeVisible();
  await other.close();

  await restricted.getByRole('button', { name: /^Borrar/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar', exact: true }).click();
  await expect(restricted).toHaveCount(0);
});

test('a creator turns on a notification of each sale', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createPerson();
  await createProduct({ usuario_id: creator.id });
  await signIn(page, creator, '/profile/settings');
  const bell = page.getByRole('region', { name: 'Avisos de la campana' });
  const box = bell.getByLabel('Un aviso por cada venta mía');
  await expect(box).not.toBeChecked();
  await box.check();
  await bell.getByRole('button', { name: 'Guardar' }).click();
  await expect
    .poll(() => database()`select aviso_cada_venta from preferencias_aviso where user_id = ${creator.id}`)
    .toEqual([{ aviso_cada_venta: true }]);
  await page.reload();
  await expect(box).toBeChecked();
});

test('a moderator restores a post that was taken down', { tag: '@nightly' }, async ({ page, request }) => {
  const [creator, moderator] = [await createPerson(), await createModerator()];
  const [post] =
    await database()`insert into publicaciones (autor_id, titulo, texto, audiencia, publicada_at, oculta, oculta_motivo)
    values (${creator.id}, 'Retirada por error', '<p>Nada malo</p>', 'publico', now(), true, 'Publicidad') returning id`;
  await database()`insert into reportes (objeto_tipo, objeto_id, user_id, motivo)
    values ('publicacion', ${post?.id}, ${moderator.id}, 'spam')`;
  expect((await request.get(`/post/${post?.id}`)).status()).toBe(404);
  await signIn(page, moderator, '/moderation/reports');
  const report = page.getByRole('article', { name: 'Retirada por error' });
  await expect(report.getByRole('link', { name: `Ver a ${creator.username}` })).toBeVisible();
  await report.getByRole('link', { name: 'Ver la publicación' }).click();
  await page.getByRole('button', { name: 'Volver a mostrar la publicación' }).click();
  await expect(page.getByText('La publicación se ve de nuevo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Volver a mostrar la publicación' })).toHaveCount(0);
  expect((await request.get(`/post/${post?.id}`)).status()).toBe(200);
});
