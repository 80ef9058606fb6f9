import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { agree, booksOf, buyerData, haveBought, minecraftName, provider } from './support/shopping.ts';
import { test } from './support/test.ts';

async function ask(page: Page, body: object, origin = process.env.SITE_URL ?? '') {
  const response = await page.request.post('/api/create-checkout-session', {
    data: { ...buyerData, metodoPago: 'tarjeta', ...body },
    headers: { origin },
  });
  return { status: response.status(), ...(await response.json()) };
}

const refusedGoods = [
  ['a product under review', 'runas-de-viento', 409, 'El producto está en revisión. No se puede comprar.'],
  ['a product that was taken down', 'casino-imperial', 409, 'El producto se ha deshabilitado. No se puede comprar.'],
  ['a product out of stock', 'cuentos-de-la-mina', 409, 'El producto está agotado.'],
  ['an unavailable product', 'horizonte-verde', 409, 'El producto no está disponible ahora mismo.'],
  ['a product of the Club', 'titan-lag', 403, 'Requiere Club'],
  ['a missing product', 'no-existe-nada-asi', 404, 'Este producto ya no existe.'],
] as const;

test('a product that cannot be bought is refused with its reason, and no payment is created', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  for (const [what, producto, status, message] of refusedGoods) {
    expect(await ask(page, { producto }), what).toMatchObject({ status, message });
    if (status === 404) continue;
    await page.goto(`/checkout?producto=${producto}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pagar/ })).toHaveCount(0);
    await page.goto(`/cart?producto=${producto}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ir al pago' })).toBeDisabled();
  }
  expect(await booksOf(person)).toMatchObject({ payments: [], orders: 0 });
});

test('a product that the person owns is refused', { tag: '@nightly' }, async ({ page }) => {
  const { person } = await haveBought(page, 'domador');
  expect(await ask(page, { producto: 'domador' })).toMatchObject({ status: 409, message: 'Ya tienes este producto.' });
  await page.goto('/cart?producto=domador');
  await expect(page.getByText('Ya tienes este producto.')).toBeVisible();
  await expect(page.getByLabel('Código de descuento')).toHaveCount(0);
  expect(await booksOf(person)).toMatchObject({ payments: ['entregado'], orders: 1 });
});

async function withReputation(page: Page, reputation: string): Promise<Person> {
  const person = await createPerson();
  await database()`update usuarios_meta set reputacion = ${reputation} where id = ${person.id}`;
  await signIn(page, person);
  return person;
}

test('a disabled account cannot buy', { tag: '@nightly' }, async ({ page }) => {
  await withReputation(page, 'deshabilitado');
  expect(await ask(page, { producto: 'domador' })).toMatchObject({ status: 403, error: 'cuenta_deshabilitada' });
  await page.goto('/checkout?producto=domador');
  await expect(page.getByText('Tu cuenta está deshabilitada y no puede comprar.')).toBeVisible();
  await page.getByRole('link', { name: 'Apelar', exact: true }).click();
  await expect(page).toHaveURL(/\/profile#appeal$/);
});

test('a sanctioned account cannot claim a free product', { tag: '@nightly' }, async ({ page }) => {
  await withReputation(page, 'mala');
  expect(await ask(page, { producto: 'cronista' })).toMatchObject({ status: 403, error: 'gratis_no_permitido' });
});

test('a payment without a session, from another site or with invalid data is refused', { tag: '@nightly' }, async ({
  page,
  playwright,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: process.env.SITE_URL });
  const asked = await visitor.post('/api/create-checkout-session', {
    data: { producto: 'domador', ...buyerData },
    headers: { origin: process.env.SITE_URL ?? '' },
  });
  expect(asked.status()).toBe(401);
  await visitor.dispose();
  await signIn(page, await createPerson());
  expect(await ask(page, { producto: 'domador' }, 'https://evil.example')).toMatchObject({ status: 403 });
  expect(await ask(page, { producto: 'domador', minecraftName: 'four' })).toMatchObject({
    status: 422,
    error: 'nombre_minecraft_no_valido',
  });
  for (const consentimiento of [null, 'otro-texto']) {
    expect(await ask(page, { producto: 'domador', consentimiento })).toMatchObject({
      status: 422,
      error: 'falta_consentimiento',
    });
  }
  expect(await ask(page, {})).toMatchObject({ status: 422, error: 'datos_no_validos' });
});

test('a price or person in the request of the browser is ignored', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const other = await createPerson();
  const started = await ask(page, { producto: 'fragua-arcana', precioPagado: 0.5, userId: other.id });
  expect(started.status).toBe(200);
  const payments = await database()`select user_id, total_centimos from pagos where referencia = ${started.id}`;
  expect(payments).toEqual([{ user_id: person.id, total_centimos: 999 }]);
});

test('an amount changed at Stripe is not delivered and opens a case for the admins', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const { id } = await ask(page, { producto: 'domador' });
  await provider().stripe.tamper(id, { amount_total: 1 });
  await provider().stripe.pay(id);
  await page.goto(`/success?session_id=${id}`);
  await expect(page.getByRole('heading', { name: 'Ups... algo ha fallado' })).toBeVisible();
  await expect(page.getByText('una persona lo está revisando')).toBeVisible();
  expect(await booksOf(person)).toMatchObject({ orders: 0, receipts: 0, cases: 1 });
});

test('a person cannot check the payment of another', { tag: '@nightly' }, async ({ page }) => {
  const { session } = await haveBought(page, 'domador');
  await page.context().clearCookies();
  expect((await page.request.get(`/api/verificar-pago?session_id=${session}`)).status()).toBe(401);
  await signIn(page, await createPerson(), `/success?session_id=${session}`);
  await expect(page.getByRole('heading', { name: 'Ups... algo ha fallado' })).toBeVisible();
  const answer = await page.request.get(`/api/verificar-pago?session_id=${session}`);
  expect([answer.status(), await answer.json()]).toEqual([
    404,
    expect.objectContaining({ success: false, nombre: null }),
  ]);
  expect((await page.request.get('/api/verificar-pago?session_id=1')).status()).toBe(400);
});

test('an outage of Stripe shows a message and keeps the checkout form, and a retry succeeds', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/checkout?producto=estaciones');
  const fault = await provider().addFault({
    kind: 'fail',
    provider: 'stripe',
    method: 'POST',
    path: '/v1/checkout/sessions',
    times: 100,
    status: 503,
    scope: { id: 'Cuatro Estaciones' },
  });
  await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
  await agree(page);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('El servicio de pago no responde.')).toBeVisible();
  await expect(page.getByLabel('Nombre de Minecraft')).toHaveValue(minecraftName);
  await provider().removeFault(fault.id);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(/\/pay\/cs_/);
});
