import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { giveClub } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson, createStaff, type Person } from './support/people.ts';

type Answer = number | string;

/** Response by kind of person: a status, or a redirect target. */
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
/** Public pages identify nobody: `/api/me` reports the ban, and the browser redirects to `/ban`. */
const banned: Answer[] = [200, 200, '/ban', '/ban', '/ban', '/ban', '/ban', '/ban', 200];

/** Attributes of each kind of person; a role implies a second factor. */
type Change = { role?: 'admin' | 'moderador'; club?: true; [column: string]: unknown };

const kinds: Array<[string, Change, Answer[]]> = [
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

async function answersOf(shop: Shop): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const path of routes) {
    const response = await shop.get(path, { maxRedirects: 0 });
    const { location } = response.headers();
    answers.push(location ? location.replace(process.env.SITE_URL ?? '', '') : response.status());
  }
  return answers;
}

test('a guest opens the public pages and is redirected to the login by the others', async ({ enter }) => {
  expect(await answersOf(await enter())).toEqual([
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

/** Signs a person in and then applies the change. */
async function enterAs(
  enter: (person: Person) => Promise<Shop>,
  change: Change,
): Promise<{ shop: Shop; someone: Person }> {
  const someone: Person = change.role ? await createStaff(change.role) : await createPerson();
  const shop = await enter(someone);
  const sql = database();
  const { club, ...account } = change;
  if (club) await giveClub(someone);
  if (Object.keys(account).length > 0) await sql`update usuarios_meta set ${sql(account)} where id = ${someone.id}`;
  return { shop, someone };
}

for (const [title, change, expected] of kinds) {
  test(`${title} gets the expected response on every route`, async ({ enter }) => {
    const { shop } = await enterAs(enter, change);
    expect(await answersOf(shop)).toEqual(expected);
  });
}

const toSecondStep = (path: string) => `/login/verificar?next=${encodeURIComponent(path)}`;
const toTwoFactor = (path: string) => `/profile/two-factor?next=${encodeURIComponent(path)}`;

test('an admin without a second factor is redirected to its setup by every team page', async ({ enter }) => {
  const admin = await createPerson();
  const shop = await enter(admin);
  await database()`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  expect(await answersOf(shop)).toEqual([
    ...person.slice(0, 6),
    toTwoFactor('/moderation'),
    toTwoFactor('/dashboard-admin'),
    '/',
  ]);
});

test('a session without its second factor is redirected to it by every personal page', async ({ enter }) => {
  const shop = await enter(await createStaff('admin'), 'password only');
  const asked = routes.filter((path) => path !== '/ban');
  const isOpen = (path: string) => ['/', '/p/fragua-arcana', '/login'].includes(path);
  const answers = await answersOf(shop);
  expect(answers.slice(0, -1)).toEqual(asked.map((path) => (isOpen(path) ? 200 : toSecondStep(path))));
  expect(await (await shop.get('/api/me')).json()).toEqual({ status: 'halfway', user: null });
});

test('a forged identity header of the middleware is ignored', async ({ enter }) => {
  const shop = await enter();
  const row = { id: '00000000-0000-4000-8000-000000000001', role: 'admin', banned_until: null };
  const body = Buffer.from(`${Date.now() + 60_000} ${JSON.stringify({ row })}`).toString('base64url');
  const headers = { 'x-unstore-person': `${body}.${'A'.repeat(43)}`, 'sec-fetch-dest': 'empty' };
  expect((await (await shop.get('/api/me', { headers })).json()).user).toBeNull();
  const profile = await shop.get('/profile', { headers, maxRedirects: 0 });
  expect(profile.headers().location).toContain('/login');
  const session = await enter(await createPerson());
  const panel = await session.get('/dashboard-admin', { headers, maxRedirects: 0 });
  expect(await panel.text()).not.toContain('Mantenimiento');
});

test('a client-side navigation to a personal page checks the session and redirects a banned person', async ({
  enter,
}) => {
  const headers = { 'sec-fetch-dest': 'empty' };
  const someone = await createPerson();
  const shop = await enter(someone);
  expect((await shop.get('/profile', { headers, maxRedirects: 0 })).status()).toBe(200);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${someone.id}`;
  const page = await (await shop.get('/profile', { headers, maxRedirects: 0 })).text();
  expect(page).not.toContain(someone.username);
  expect(page).toContain('/ban');
});

test('an action of another release gets a 409 that marks it as not found', async ({ enter }) => {
  const shop = await enter();
  for (const path of ['/', '/p/fragua-arcana', '/login']) {
    const headers = { 'next-action': `40${'0'.repeat(40)}`, 'content-type': 'text/plain;charset=UTF-8' };
    const answer = await shop.post(path, { headers, data: '[]', maxRedirects: 0 });
    expect([path, answer.status(), answer.headers()['x-nextjs-action-not-found']]).toEqual([path, 409, '1']);
  }
});
