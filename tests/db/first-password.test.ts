import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { openDatabase } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// The password of an account after the confirmation of its address.
const db = await openDatabase({ connections: 4 });
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);

type Jar = Map<string, string>;
const browser = vi.hoisted(() => ({ jar: new Map() as Jar }));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    getAll: () => [...browser.jar].map(([name, value]) => ({ name, value })),
    get: (name: string) => (browser.jar.has(name) ? { name, value: browser.jar.get(name) } : undefined),
    set: (name: string, value: string, options?: { maxAge?: number }) =>
      options?.maxAge === 0 ? browser.jar.delete(name) : browser.jar.set(name, value),
  }),
}));
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }));
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
const { register, setNewPassword } = await import('@/lib/account/sign-in/auth');
const { isRecovering } = await import('@/lib/account/sign-in/recovery');
const { POST } = await import('@/app/auth/confirm/route');

const [own, strange] = ['Secreta123', 'DelLadron1'];
const newEmail = () => `${randomUUID()}@gmail.com`;
const stranger = () =>
  createClient(api.url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
const otherBrowser = () => {
  browser.jar = new Map();
};
beforeEach(otherBrowser);

/** Registers at the shop, a minute after the previous registration. */
async function signUp(email: string, password: string) {
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  const username = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  expect(await register({ email, username, password, locale: 'es', next: '/' })).toEqual({ ok: true, value: 'waits' });
}
const tokenOf = async (email: string, kind: 'confirmation_token' | 'recovery_token'): Promise<string> => {
  const [user] = await sql`select ${sql(kind)} as token from auth.users where email = ${email}`;
  return user?.token;
};
/** Presses the button that the link of a mail leads to, and answers where that led. */
async function follow(token_hash: string, type = 'signup', said: Record<string, string> = {}) {
  const body = new URLSearchParams({ token_hash, type, next: '/library', ...said });
  const answer = await POST(
    new Request(`${localSite}/auth/confirm`, { method: 'POST', headers: { origin: localSite }, body }),
  );
  return answer.headers.get('location')?.slice(localSite.length);
}
const confirm = async (email: string, said: Record<string, string> = {}) =>
  follow(await tokenOf(email, 'confirmation_token'), 'signup', said);
/** Confirms without the registration's password, to choose one. */
const choose = (email: string) => confirm(email, { choose: '1' });
const asks = expect.stringMatching(/^\/confirm\?.*problem=askPassword$/);
const opens = async (email: string, password: string) =>
  (await stranger().auth.signInWithPassword({ email, password })).error === null;

const choosesFirst = '/reset-password?confirmed=1&next=%2Flibrary';

test('one person in one browser keeps the typed password', async () => {
  const email = newEmail();
  await signUp(email, own);
  expect(await confirm(email)).toBe('/library');
  expect(await opens(email, own)).toBe(true);
});

test.each([
  ['at the shop', (email: string) => signUp(email, strange)],
  ['straight at Auth', async (email: string) => void (await stranger().auth.signUp({ email, password: strange }))],
])('an earlier registration of the address, %s, gets no password for it', async (_where, take) => {
  const email = newEmail();
  await take(email);
  otherBrowser();
  await signUp(email, own);
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
  expect(await isRecovering()).toBe(true);
  expect(await setNewPassword(own)).toEqual({ ok: true, value: null });
  expect(await opens(email, own)).toBe(true);
  expect(await opens(email, strange)).toBe(false);
});

test('nor does an earlier registration in the same browser', async () => {
  const email = newEmail();
  await signUp(email, strange);
  await signUp(email, own);
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
});

test('a later registration changes nothing', async () => {
  const email = newEmail();
  await signUp(email, own);
  const { jar } = browser;
  otherBrowser();
  await signUp(email, strange);
  browser.jar = jar;
  expect(await confirm(email)).toBe('/library');
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
});

test('a person who only opened the link chooses the password', async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
});

test('in another browser the password of the registration is accepted and kept', async () => {
  const email = newEmail();
  await signUp(email, own);
  otherBrowser();
  expect(await confirm(email)).toEqual(asks);
  expect(await confirm(email, { password: strange })).toMatch(/problem=wrongPassword$/);
  expect(await opens(email, own)).toBe(false);
  expect(await confirm(email, { password: own })).toBe('/library');
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
  expect(await isRecovering()).toBe(false);
  expect(await confirm(email, { password: own })).toBe('/confirm');
});

test('a password of another registration of the address is not accepted', async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  await signUp(email, own);
  otherBrowser();
  expect(await confirm(email, { password: own })).toMatch(/problem=wrongPassword$/);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
});

test('the link does not allow guessing either: after ten wrong passwords the right one is refused', async () => {
  const email = newEmail();
  await signUp(email, own);
  const p_enlace = await tokenOf(email, 'confirmation_token');
  const guess = async (p_contrasena: string) =>
    (await stranger().rpc('reconocer_contrasena', { p_enlace, p_contrasena })).data;
  for (let n = 0; n < 10; n += 1)
    expect(await guess(`falsa-${n}`)).toEqual({ ok: false, error: 'contrasena_incorrecta' });
  expect(await guess(own)).toEqual({ ok: false, error: 'demasiados_intentos' });
  otherBrowser();
  expect(await confirm(email, { password: own })).toMatch(/problem=tooManyPasswords$/);
  expect(await choose(email)).toBe(choosesFirst);
});

test('a recovery link that confirms an address removes earlier passwords', async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  await stranger().auth.resetPasswordForEmail(email);
  expect(await follow(await tokenOf(email, 'recovery_token'), 'recovery')).toBe('/reset-password?next=%2Flibrary');
  expect(await opens(email, strange)).toBe(false);
});

test('so does a link that bypasses the shop', async () => {
  const email = newEmail();
  await signUp(email, strange);
  const token_hash = await tokenOf(email, 'confirmation_token');
  expect((await stranger().auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull();
  expect(await opens(email, strange)).toBe(false);
});

test('the browser’s secret needs the link of the mail', async () => {
  const email = newEmail();
  await signUp(email, strange);
  const secret = browser.jar.get('registration') ?? '';
  const show = async (p_enlace: string, p_secreto: string) =>
    (await stranger().rpc('reconocer_registro', { p_enlace, p_secreto })).data;
  expect(await show('', secret)).toBe(false);
  expect(await show(randomUUID(), secret)).toBe(false);
  expect(await show(await tokenOf(email, 'confirmation_token'), secret.toLowerCase())).toBe(false);
  otherBrowser();
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
});

test('if Auth neither confirms addresses nor sends mails, the password stays', async () => {
  const email = newEmail();
  await signUp(email, own);
  await sql`update auth.users set confirmation_sent_at = null where email = ${email}`;
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  expect(await opens(email, own)).toBe(true);
});

test('Auth returns the first account’s data for a second sign-up', async () => {
  const email = newEmail();
  const first = await stranger().auth.signUp({ email, password: strange, options: { data: { username: 'primero' } } });
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  const second = await stranger().auth.signUp({ email, password: own, options: { data: { username: 'segundo' } } });
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect(second.data.user?.user_metadata).toMatchObject({ username: 'primero' });
  expect(second.data.user?.identities).toHaveLength(1);
});
