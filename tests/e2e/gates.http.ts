import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { stolenCoupon, type Targets, traceOf, tryEveryAction, tryEveryPath } from './support/attack.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct, giveClub, giveCoins, giveOrder } from './support/goods.ts';
import { createPerson, createStaff, giveApp, type Person, sendPassword, signIn } from './support/people.ts';

type Answer = number | string;

/** What each kind of person gets: a status, or where they are sent. */
const routes = [
  '/',
  '/p/fragua-arcana',
  '/login',
  '/profile',
  '/library',
  '/publicar',
  '/moderation',
  '/dashboard-admin',
  '/ban',
];
const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;
const person: Answer[] = [200, 200, 200, 200, 200, 200, '/', '/', '/'];
const moderator: Answer[] = [200, 200, 200, 200, 200, 200, 200, '/', '/'];
const banned: Answer[] = ['/ban', '/ban', '/ban', '/ban', '/ban', '/ban', '/ban', '/ban', 200];
const kinds: Array<[string, Parameters<typeof signInAs>[1], Answer[]]> = [
  ['a user', {}, person],
  ['a member of the Club', { club: true }, person],
  ['a warned user', { reputacion: 'neutra' }, person],
  ['a sanctioned user', { reputacion: 'mala' }, person],
  ['a disabled user', { reputacion: 'deshabilitado' }, person],
  ['a moderator', { role: 'moderador' }, moderator],
  ['an admin', { role: 'admin' }, [200, 200, 200, 200, 200, 200, 200, 200, '/']],
  ['a banned user', { banned_until: '2999-01-01' }, banned],
  ['a banned admin', { role: 'admin', banned_until: '2999-01-01' }, banned],
  ['a user whose ban has ended', { banned_until: '2020-01-01' }, person],
];

async function answersOf(page: Page): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of routes) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    const { location } = response.headers();
    answers.push(location ? location.replace(process.env.SITE_URL ?? '', '') : response.status());
  }
  return answers;
}

test('a visitor gets the public pages, and the login for the others', async ({ page }) => {
  expect(await answersOf(page)).toEqual([
    200,
    200,
    200,
    toLogin('/profile'),
    toLogin('/library'),
    toLogin('/publicar'),
    toLogin('/moderation'),
    toLogin('/dashboard-admin'),
    '/',
  ]);
});

async function signInAs(
  page: Page,
  change: { role?: 'admin' | 'moderador'; [name: string]: unknown },
): Promise<Person> {
  const someone: Person = change.role ? await createStaff(change.role) : await createPerson();
  await signIn(page, someone);
  const sql = database();
  const { club, ...account } = change;
  if (club) await giveClub(someone);
  if (Object.keys(account).length > 0) await sql`update usuarios_meta set ${sql(account)} where id = ${someone.id}`;
  return someone;
}

for (const [title, change, expected] of kinds) {
  test(`${title} gets what is theirs on every route`, async ({ page }) => {
    await signInAs(page, change);
    expect(await answersOf(page)).toEqual(expected);
  });
}

const toSecondStep = (path: string) => `/login/verificar?next=${encodeURIComponent(path)}`;
const toTwoFactor = (path: string) => `/profile/two-factor?next=${encodeURIComponent(path)}`;

test('an admin without a second factor is led to setting one up, and no further', async ({ page }) => {
  const admin = await createPerson();
  await signIn(page, admin);
  await database()`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  expect(await answersOf(page)).toEqual([
    ...person.slice(0, 6),
    toTwoFactor('/moderation'),
    toTwoFactor('/dashboard-admin'),
    '/',
  ]);
});

/** Somebody who knows a password, and has no more than that. */
async function signInHalf(page: Page, role: 'admin' | null): Promise<Person> {
  const someone = role ? await createStaff(role) : await giveApp(await createPerson());
  await sendPassword(page, someone);
  await page.getByLabel('Código de la app').waitFor();
  return someone;
}

test('a session without its second step gets to the second step, whatever it asks for', async ({ page }) => {
  await signInHalf(page, 'admin');
  const asked = routes.filter((path) => path !== '/ban');
  const answers = await answersOf(page);
  expect(answers.slice(0, -1)).toEqual(asked.map((path) => (path === '/login' ? 200 : toSecondStep(path))));
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();
});

test('a banned person reads why and until when, and can only leave', async ({ page }) => {
  await signInAs(page, { banned_until: '2999-01-01', ban_motivo: 'Reventa de códigos' });
  await page.goto('/p/fragua-arcana');
  await expect(page).toHaveURL('/ban');
  await expect(page.getByText('Motivo: Reventa de códigos')).toBeVisible();
  await expect(page.getByText(/^Hasta el .*2999/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();
});

/** A product at one euro, a code for it, coins to pay it with, something owned and a payment under way. */
async function prepare(someone: Person): Promise<Targets> {
  const sql = database();
  const [product, owned] = [await createProduct({ precio: 1 }), await createProduct()];
  const code = randomUUID().slice(0, 18).toUpperCase();
  await sql`insert into codigos_canjes (codigo, id_producto) values (${code}, ${product.id})`;
  await giveCoins(someone, 500);
  return { person: someone, product, code, order: await giveOrder(someone, owned.slug), payment: randomUUID() };
}

const couponsOf = (someone: Person) =>
  database()`select 1 from codigos_cupones where codigo = ${stolenCoupon(someone)}`;

const changesOfAccount = ['deleteAccountAction', 'changePasswordAction', 'newPasswordAction'];
const endSession = ['signOutEverywhereAction', 'logOutAction'];

test('a banned session, an admin’s at that, changes nothing by any action or path', async ({ page }) => {
  const someone = await signInAs(page, { role: 'admin', ban_motivo: 'Reventa', banned_until: '2999-01-01' });
  const targets = await prepare(someone);
  const before = await traceOf(someone);
  const gate = await tryEveryAction(page, targets, { skip: ['logOutAction'] });
  expect(new Set(Object.values(gate)), JSON.stringify(gate)).toEqual(new Set([403]));
  // The way out stays open to a banned person: what else is sent there meets the actions' own checks.
  await tryEveryAction(page, targets, { skip: endSession, on: '/logout' });
  const paths = await tryEveryPath(page, targets);
  for (const [path, status] of Object.entries(paths)) expect(status, path).toBeGreaterThanOrEqual(300);
  expect(await traceOf(someone)).toEqual(before);
  expect(await couponsOf(someone)).toHaveLength(0);
  const [product] = await database()`select nombre, precio::float from productos where id = ${targets.product.id}`;
  expect(product).toEqual({ nombre: targets.product.name, precio: 1 });
});

test('a session without its second step, an admin’s at that, changes nothing by any action or path', async ({
  page,
}) => {
  const someone = await signInHalf(page, 'admin');
  const targets = await prepare(someone);
  const before = await traceOf(someone);
  const gate = await tryEveryAction(page, targets, { skip: ['logOutAction'], on: '/' });
  expect(new Set(Object.values(gate)), JSON.stringify(gate)).toEqual(new Set([403]));
  // Where the second step is made, what else is sent there meets the actions' own checks.
  await tryEveryAction(page, targets, { skip: endSession, on: '/login/verificar' });
  const paths = await tryEveryPath(page, targets);
  for (const [path, status] of Object.entries(paths)) expect(status, path).toBeGreaterThanOrEqual(300);
  expect(await traceOf(someone)).toEqual(before);
  expect(await couponsOf(someone)).toHaveLength(0);
});

test('a disabled session gets nothing by any action or path', async ({ page }) => {
  const someone = await signInAs(page, { reputacion: 'deshabilitado' });
  const targets = await prepare(someone);
  const before = await traceOf(someone);
  await tryEveryAction(page, targets, { skip: [...endSession, ...changesOfAccount] });
  const paths = await tryEveryPath(page, targets);
  for (const path of ['create-checkout-session', 'create-order', 'club-subscribe']) expect(paths[path]).toBe(403);
  const after = await traceOf(someone);
  for (const table of [
    'pagos',
    'movimientos_uncoins',
    'suscripciones',
    'withdrawals',
    'productos',
    'revisiones_producto',
  ]) {
    expect(after[table], table).toBe(before[table]);
  }
  expect(after.adquisiciones?.split('\n')).toHaveLength(1);
});

test('the same calls of an honest admin do what they say', async ({ page }) => {
  const someone = await signInAs(page, { role: 'admin' });
  const targets = await prepare(someone);
  const before = await traceOf(someone);
  const statuses = await tryEveryAction(page, targets, { skip: [...endSession, 'deleteAccountAction'] });
  for (const [name, status] of Object.entries(statuses)) expect(status, name).toBeLessThan(400);
  const after = await traceOf(someone);
  for (const table of ['adquisiciones', 'favoritos', 'usuarios_meta', 'preferencias_aviso', 'account']) {
    expect(after[table], table).not.toBe(before[table]);
  }
  expect(await couponsOf(someone)).toHaveLength(1);
});
