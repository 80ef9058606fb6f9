import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { openDatabase } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// Which name and password an account has after its address was confirmed.
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
const { isUsernameTaken } = await import('@/lib/account/names/is-username-taken');
const { isRecovering } = await import('@/lib/account/sign-in/recovery');
const { lastRegistration } = await import('@/lib/account/sign-in/registration');
const { seal } = await import('@/lib/core/security/seal');
const { POST } = await import('@/app/auth/confirm/route');

const [own, strange] = ['Secreta123', 'DelLadron1'];
const newName = () => `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const newEmail = () => `${randomUUID()}@gmail.com`;
const stranger = () =>
  createClient(api.url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
const otherBrowser = () => {
  browser.jar = new Map();
};
beforeEach(otherBrowser);

/** Registers at the shop, a minute after whoever did before. */
async function signUp(email: string, password: string, username = newName(), locale: 'es' | 'en' = 'es') {
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  expect(await register({ email, username, password, locale, next: '/' })).toEqual({ ok: true, value: 'waits' });
  return username;
}
const accountOf = async (email: string) => {
  const [account] = await sql`select u.id, u.username, u.display_name, u.idioma, u.elige_nombre
    from usuarios_meta u join auth.users a on a.id = u.id where a.email = ${email}`;
  return account;
};
const isTaken = (username: string) => isUsernameTaken(username, null);
/** Leads to the choice of a name, and then on. */
const named = `/login/nombre?next=${encodeURIComponent('/library')}`;
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

const choosesFirst = `/reset-password?confirmed=1&next=${encodeURIComponent(named)}`;

test('a registration confirmed in its browser keeps its name, language and password', async () => {
  const email = newEmail();
  const username = await signUp(email, own, newName(), 'en');
  expect((await accountOf(email))?.username).not.toBe(username);
  expect(await confirm(email)).toBe('/library');
  expect(await opens(email, own)).toBe(true);
  expect(await accountOf(email)).toMatchObject({
    username,
    display_name: username,
    idioma: 'en',
    elige_nombre: false,
  });
});

test.each([
  ['in the shop', (email: string) => signUp(email, strange)],
  ['directly at Auth', async (email: string) => void (await stranger().auth.signUp({ email, password: strange }))],
])(
  'an earlier registration of the address by another person, %s, is discarded',
  { tags: 'nightly' },
  async (_where, take) => {
    const email = newEmail();
    await take(email);
    otherBrowser();
    const username = await signUp(email, own, newName(), 'en');
    expect(await confirm(email)).toBe('/library');
    expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
    expect(await accountOf(email)).toMatchObject({ username, idioma: 'en', elige_nombre: false });
  },
);

test('the last registration of an address counts, even in the same browser', { tags: 'nightly' }, async () => {
  const email = newEmail();
  await signUp(email, strange);
  const username = await signUp(email, own);
  expect(await confirm(email)).toBe('/library');
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
  expect((await accountOf(email))?.username).toBe(username);
});

test('a person who confirms without a registration chooses password and name', async () => {
  const email = newEmail();
  const username = await signUp(email, strange);
  otherBrowser();
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
  expect(await isRecovering()).toBe(true);
  expect(await setNewPassword(own)).toEqual({ ok: true, value: null });
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
  const account = await accountOf(email);
  expect(account).toMatchObject({ elige_nombre: true });
  expect(account?.username).not.toBe(username);
  const chosen = await db.callAs(account?.id, 'elegir_nombre', { p_usuario: username, p_idioma: 'es' });
  expect(chosen, 'reserved for whoever asked for it').toEqual({ ok: false, error: 'nombre_ocupado' });
});

test('a later registration of the address in another browser is discarded', { tags: 'nightly' }, async () => {
  const email = newEmail();
  await signUp(email, own);
  const { jar } = browser;
  otherBrowser();
  await signUp(email, strange);
  browser.jar = jar;
  expect(await confirm(email)).toBe('/library');
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
});

test('a person who only opens the link of a mail chooses the password', async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  expect(await confirm(email)).toEqual(asks);
  expect(await choose(email)).toBe(choosesFirst);
  expect(await opens(email, strange)).toBe(false);
});

test('a registration confirmed in another browser requires its password and keeps it', async () => {
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

test('a link that was used already asks for no password', async () => {
  const email = newEmail();
  await signUp(email, own);
  const link = await tokenOf(email, 'confirmation_token');
  expect(await follow(link)).toBe('/library');
  expect(await follow(link)).toBe('/confirm?next=%2Flibrary');
  otherBrowser();
  expect(await follow(link)).toBe('/confirm?next=%2Flibrary');
});

test('the password of a later registration selects the name of that registration', { tags: 'nightly' }, async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  const username = await signUp(email, own);
  otherBrowser();
  expect(await confirm(email, { password: own })).toBe('/library');
  expect([await opens(email, own), await opens(email, strange)]).toEqual([true, false]);
  expect((await accountOf(email))?.username).toBe(username);
});

test('a confirmation link locks after ten wrong passwords, even for the right one', { tags: 'nightly' }, async () => {
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

test('a recovery link that confirms an address discards earlier passwords', async () => {
  const email = newEmail();
  await signUp(email, strange);
  otherBrowser();
  await stranger().auth.resetPasswordForEmail(email);
  expect(await follow(await tokenOf(email, 'recovery_token'), 'recovery')).toBe(
    `/reset-password?next=${encodeURIComponent(named)}`,
  );
  expect(await opens(email, strange)).toBe(false);
});

test('the username of a registration can be chosen in its browser after a recovery link', async () => {
  const email = newEmail();
  const username = await signUp(email, own);
  await stranger().auth.resetPasswordForEmail(email);
  await follow(await tokenOf(email, 'recovery_token'), 'recovery');
  const account = await accountOf(email);
  const choose = async () =>
    db.callAs(account?.id, 'elegir_nombre', {
      p_usuario: username,
      p_idioma: 'es',
      p_navegador: await lastRegistration(),
    });
  const { jar } = browser;
  otherBrowser();
  expect(await choose()).toEqual({ ok: false, error: 'nombre_ocupado' });
  browser.jar = jar;
  expect(await choose()).toEqual({ ok: true });
});

test('a confirmation link followed outside the shop discards earlier passwords', async () => {
  const email = newEmail();
  await signUp(email, strange);
  const token_hash = await tokenOf(email, 'confirmation_token');
  expect((await stranger().auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull();
  expect(await opens(email, strange)).toBe(false);
});

test('the registration secret of a browser is valid only with the link of the mail', async () => {
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

test('the password is kept if Auth does not confirm addresses', { tags: 'nightly' }, async () => {
  const email = newEmail();
  await signUp(email, own);
  await sql`update auth.users set confirmation_sent_at = null where email = ${email}`;
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  expect(await opens(email, own)).toBe(true);
});

test('Auth returns the data of the first account for a second sign-up', async () => {
  const email = newEmail();
  const first = await stranger().auth.signUp({ email, password: strange, options: { data: { username: 'primero' } } });
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  const second = await stranger().auth.signUp({ email, password: own, options: { data: { username: 'segundo' } } });
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect(second.data.user?.user_metadata).toMatchObject({ username: 'primero' });
  expect(second.data.user?.identities).toHaveLength(1);
});

describe('a username', () => {
  test('is reserved for a day for the browser that requested it', { tags: 'nightly' }, async () => {
    const name = newName();
    await signUp(newEmail(), own, name);
    expect(await isTaken(name.toUpperCase())).toBe(true);
    const { jar } = browser;
    otherBrowser();
    const other = await register({ email: newEmail(), username: name, password: own, locale: 'es', next: '/' });
    expect(other).toMatchObject({ ok: false, fieldErrors: { username: 'usernameTaken' } });
    browser.jar = jar;
    expect(await isUsernameTaken(name, await lastRegistration())).toBe(false);
    const email = newEmail();
    await signUp(email, own, name);
    await signUp(email, own, name);
    expect(await confirm(email)).toBe('/library');
    expect((await accountOf(email))?.username).toBe(name);
  });

  test('is free again after a day, and a later confirmation asks for another one', { tags: 'nightly' }, async () => {
    const [first, second, name] = [newEmail(), newEmail(), newName()];
    await signUp(first, own, name);
    await sql`update registros set created_at = now() - interval '25 hours' where correo = ${first}`;
    const { jar } = browser;
    otherBrowser();
    await signUp(second, own, name);
    expect(await confirm(second)).toBe('/library');
    browser.jar = jar;
    expect(await confirm(first)).toBe(named);
    expect(await opens(first, own)).toBe(true);
    expect(await accountOf(first)).toMatchObject({ elige_nombre: true });
  });

  test('is reserved whether or not the address has an account', { tags: 'nightly' }, async () => {
    const [known, name] = [newEmail(), newName()];
    await signUp(known, own);
    await confirm(known);
    otherBrowser();
    await signUp(known, strange, name);
    expect(await isTaken(name)).toBe(true);
    expect((await accountOf(known))?.username).not.toBe(name);
  });

  test('requested by two people at once is reserved for one', async () => {
    const name = newName();
    const asked = await Promise.all(
      [newEmail(), newEmail()].map(async (email) => stranger().rpc('anotar_registro', await sealed(email, name))),
    );
    expect(asked.map(({ data }) => data).toSorted((a, b) => Number(a.ok) - Number(b.ok))).toEqual([
      { ok: false, error: 'nombre_ocupado' },
      { ok: true },
    ]);
  });

  test('can be reserved by the shop only', async () => {
    const asked = await sealed(newEmail(), newName());
    const { data } = await stranger().rpc('anotar_registro', { ...asked, p_usuario: 'Otro' });
    expect(data).toEqual({ ok: false, error: 'sello_no_valido' });
  });
});

async function sealed(email: string, name: string) {
  const p_navegador = randomUUID();
  const p_sello = await seal('registro', email, name, 'es', p_navegador, '');
  const wishes = { p_correo: email, p_usuario: name, p_idioma: 'es', p_contrasena: own };
  return { ...wishes, p_navegador, p_anterior: '', p_sello };
}

test('an unconfirmed account is deleted after seven days, and a confirmed one is kept', {
  tags: 'nightly',
}, async () => {
  const [waiting, recent, confirmed] = [newEmail(), newEmail(), newEmail()];
  for (const email of [waiting, recent, confirmed]) await signUp(email, own);
  await confirm(confirmed);
  await sql`update usuarios_meta set created_at = now() - interval '8 days'
    where id in (select id from auth.users where email in (${waiting}, ${confirmed}))`;
  await sql`update registros set created_at = now() - interval '8 days' where correo = ${waiting}`;
  expect(await db.callService('borrar_sin_confirmar')).toBe(1);
  expect(await accountOf(waiting)).toBeUndefined();
  expect([await accountOf(recent), await accountOf(confirmed)]).toEqual([expect.anything(), expect.anything()]);
  expect(await sql`select from registros where correo = ${waiting}`).toEqual([]);
});
