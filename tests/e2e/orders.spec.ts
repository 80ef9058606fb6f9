import { expect } from '@playwright/test';
import { expectNoAxeViolationsOn } from './support/axe.ts';
import { database } from './support/database.ts';
import { giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { expectBooks, haveBought, provider } from './support/shopping.ts';
import { test } from './support/test.ts';

test('an order shows a download, a release date, a delivery on the server or a missing file', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const [reservation, whitelisted, missing] = [
    await giveOrder(person, 'invierno-eterno'),
    await giveOrder(person, 'noche-de-faroles'),
    await giveOrder(person, 'estaciones'),
  ];
  await signIn(page, person, `/profile/order/${reservation}`);
  await expect(page.getByRole('button', { name: 'Descargar' })).toBeDisabled();
  await expect(page.getByText('Disponible tras el lanzamiento oficial.')).toBeVisible();
  const early = await page.request.get(`/api/download/${reservation}`, { maxRedirects: 0 });
  expect([early.status(), early.headers().location]).toEqual([
    303,
    `${process.env.SITE_URL}/profile/order/${reservation}?descarga=no_disponible`,
  ]);

  await page.goto(`/profile/order/${whitelisted}`);
  await expect(page.getByText('Se entrega en el servidor.')).toBeVisible();

  const sql = database();
  const [product] = await sql`select id, download_link from productos where slug = 'estaciones'`;
  await sql`update productos set download_link = null where id = ${product?.id}`;
  await page.goto(`/profile/order/${missing}`);
  await expect(page.getByRole('button', { name: 'Descargar' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Contactar con soporte' })).toBeVisible();
  await sql`update productos set download_link = ${product?.download_link} where id = ${product?.id}`;

  await page.goto('/profile/orders');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText(`Pedido ${reservation.slice(0, 8)}`)).toBeVisible();
});

test('an order keeps the name of a rejected product and shows when it is deleted', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const sql = database();
  const [product] = await sql`
    insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id)
    select 'Producto efímero', ${`efimero-${person.username}`}, 1, portada_url, 'plugin', 'rejected', usuario_id
    from productos where slug = 'domador' returning id`;
  const order = await giveOrder(person, `efimero-${person.username}`);
  await signIn(page, person, `/profile/order/${order}`);
  await expect(page.getByText('Producto efímero', { exact: true })).toBeVisible();
  await sql`delete from productos where id = ${product?.id}`;
  await page.reload();
  await expect(page.getByText('Producto eliminado', { exact: true })).toBeVisible();
  await expect(page.getByText('Edición: Base')).toBeVisible();
});

test('a person cannot see or download the order of another', async ({ page, request }) => {
  const order = await giveOrder(await createPerson(), 'domador');
  await signIn(page, await createPerson(), `/profile/order/${order}`);
  await expect(page.getByRole('heading', { name: 'Ops! Esta página no existe.' })).toBeVisible();
  expect((await page.request.get(`/api/download/${order}`, { maxRedirects: 0 })).status()).toBe(404);
  expect((await page.request.get('/api/download/no-es-un-pedido', { maxRedirects: 0 })).status()).toBe(404);
  const visitor = await request.get(`/api/download/${order}`, { maxRedirects: 0 });
  expect(visitor.headers().location).toContain('/login?next=');
});

test('a refund revokes the order and shows it as refunded', async ({ page }) => {
  const { person, session } = await haveBought(page, 'domador');
  await page.goto('/profile/orders');
  await page.getByRole('link', { name: /^Ver el pedido de/ }).click();
  await expect(page.getByRole('link', { name: 'Descargar' })).toBeVisible();
  const order = page.url().split('/').at(-1);
  await provider().stripe.refund(session);
  await expectBooks(person, { payments: ['reembolsado'], orders: 0 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Compra devuelta' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Descargar' })).toHaveCount(0);
  const download = await page.request.get(`/api/download/${order}`, { maxRedirects: 0 });
  expect(download.headers().location).toContain('descarga=no_disponible');
  await page.goto('/profile/orders');
  await expect(page.getByText('Reembolsado')).toBeVisible();
  const [left] = await database()`
    select coalesce(sum(m.centimos), 0)::int as share from movimientos_ingresos m
    join adquisiciones a on a.id = m.adquisicion_id where a.user_id = ${person.id}`;
  expect(left?.share).toBe(0);
});

test('a dispute revokes the order, and a partial refund keeps it', {
  tag: '@nightly',
}, async ({ page }) => {
  const disputed = await haveBought(page, 'domador');
  await provider().stripe.dispute(disputed.session);
  await expectBooks(disputed.person, { payments: ['en_disputa'], orders: 0 });
  const partly = await haveBought(page, 'domador');
  await provider().stripe.refund(partly.session, 100);
  const refunds = () => database()`select r.centimos, r.estado from reembolsos r join pagos p on p.id = r.pago_id
    where p.user_id = ${partly.person.id}`;
  await expect.poll(async () => [...(await refunds())]).toEqual([{ centimos: 100, estado: 'hecho' }]);
  await expectBooks(partly.person, { payments: ['entregado'], orders: 1 });
});

for (const [width, language, theme] of [
  [390, 'es', 'dark'],
  [1440, 'en', 'light'],
] as const) {
  test(`axe finds no violations on orders and results in ${language} at ${width} px, ${theme}`, {
    tag: '@nightly',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await context.addCookies([{ name: 'i18next', value: language, url: process.env.SITE_URL }]);
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const person = await createPerson();
    const [open, reserved, taken] = [
      await giveOrder(person, 'domador'),
      await giveOrder(person, 'invierno-eterno'),
      await giveOrder(person, 'noche-de-faroles'),
    ];
    await database()`update adquisiciones set revocada_at = now(), revocada_motivo = 'reembolsado' where id = ${taken}`;
    await signIn(page, person);
    await expectNoAxeViolationsOn(page, [
      '/profile/orders',
      `/profile/order/${open}`,
      `/profile/order/${reserved}`,
      `/profile/order/${taken}`,
      '/success',
      '/success?session_id=cs_test_nobody_knows_it',
      '/cart?producto=domador',
      '/checkout?producto=domador',
      '/checkout?producto=cronista',
    ]);
  });
}
