import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail, listMails } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  boughtOnce,
  buyerData,
  expectBooks,
  goodCard,
  goToProvider,
  payWith,
  startInCart,
  thanks,
} from './support/shopping.ts';
import { test } from './support/test.ts';

/** A product that comes out in a month. */
const createReservation = (change: Record<string, unknown> = {}) =>
  createProduct({ reserva: true, fecha_lanzamiento: new Date(Date.now() + 30 * 86_400_000), ...change });

test('a preorder shows its release date, unlocks automatically, and mails its owner once', async ({ page }) => {
  const { id, slug } = await createReservation();
  const person = await startInCart(page, `producto=${slug}`);
  await expect(page.getByText(/Es una reserva: sale el .* y se desbloquea sola/)).toBeVisible();
  await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, boughtOnce);
  await page.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page.getByText('Disponible tras el lanzamiento oficial.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Descargar' })).toBeDisabled();
  await runCron();
  expect((await listMails(person.email)).filter(({ subject }) => subject.startsWith('Ya disponible'))).toHaveLength(0);

  await database()`update productos set fecha_lanzamiento = current_date where id = ${id}`;
  await runCron();
  await findMail(person.email, /^Ya disponible: /);
  await runCron();
  expect((await listMails(person.email)).filter(({ subject }) => subject.startsWith('Ya disponible'))).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Descargar' })).toBeVisible();
});

test('the server refuses a product of the Club to others and a free one to a sanctioned account', {
  tag: '@nightly',
}, async ({ page }) => {
  const club = await createReservation({ reserva: false, fecha_lanzamiento: null, club_only: true });
  const person = await createPerson();
  await signIn(page, person);
  const headers = { origin: process.env.SITE_URL ?? '' };
  const ask = (producto: string) =>
    page.request.post('/api/create-checkout-session', {
      headers,
      data: { producto, ...buyerData, metodoPago: 'tarjeta' },
    });
  const refused = await ask(club.slug);
  expect([refused.status(), (await refused.json()).error]).toEqual([403, 'requiere_club']);
  await database()`update usuarios_meta set reputacion = 'mala' where id = ${person.id}`;
  expect(await (await ask('cronista')).json()).toMatchObject({ error: 'gratis_no_permitido' });
});

test('a bundle charges and delivers only products not yet owned, and is refused if none is left', {
  tag: '@nightly',
}, async ({ page }) => {
  const sql = database();
  const [bundle] =
    await sql`select b.id, array_agg(p.nombre order by p.nombre) as names, array_agg(p.id order by p.nombre) as ids
    from bundles b join bundles_productos bp on bp.bundle_id = b.id join productos p on p.id = bp.producto_id
    where b.nombre = 'Saga del Cuervo' group by b.id`;
  const person = await startInCart(page, `bundle=${bundle?.id}`);
  const own = (
    product: string,
  ) => sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    values (${person.id}, ${product}, 'compra', 0, 'jugador_1')`;
  await own(bundle?.ids[0]);
  await page.reload();
  await expect(page.getByText(`Ya tienes ${bundle?.names[0]}: no lo pagas otra vez`)).toBeVisible();
  await goToProvider(page);
  await payWith(page, goodCard);
  await expect(thanks(page)).toBeVisible();
  await expectBooks(person, { payments: ['entregado'], orders: 2 });
  await page.goto(`/cart?bundle=${bundle?.id}`);
  await expect(page.getByText('Ya tienes este producto.')).toBeVisible();
});
