import { createHmac, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { type GooglePerson, googleCode } from '@unstore/local-supabase/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { createAccount } from './factories.ts';
import { openDatabase } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// Sign-in with Google, from the shop's link to the requested page. Auth is the embedded API; the test emulates Google's
// page.
const db = await openDatabase({ connections: 4 });
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url, { withGoogle: true });

const browser = vi.hoisted(() => ({ jar: new Map<string, string>() }));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    getAll: () => [...browser.jar].map(([name, value]) => ({ name, value })),
    get: (name: string) => (browser.jar.has(name) ? { name, value: browser.jar.get(name) } : undefined),
    set: (name: string, value: string, options?: { maxAge?: number }) =>
      void (value === '' || options?.maxAge === 0 ? browser.jar.delete(name) : browser.jar.set(name, value)),
  }),
}));
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  connection: async () => {},
  after: () => {},
}));
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
vi.stubEnv('TRUSTED_PROXIES', '1');
const social = await import('@/app/auth/social/route');
const callback = await import('@/app/auth/callback/route');
const { suggestUsername } = await import('@/lib/account/sign-in/social-sign-in');
const { createRequestClient } = await import('@/lib/core/supabase/server');

beforeEach(() => browser.jar.clear());

const somebody = (change: Partial<GooglePerson> = {}): GooglePerson => {
  const id = randomUUID();
  return { id, email: `g${id.slice(0, 12)}@gmail.com`, name: 'Ana Pérez', verified: true, ...change };
};

const step = async (address: string) =>
  (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? 'nowhere';
let visitors = 0;
const ask = async (route: typeof social, address: string) => {
  visitors += 1;
  const headers = { 'x-forwarded-for': `198.51.100.${visitors}` };
  return (await route.GET(new Request(address, { headers }))).headers.get('location') ?? 'nowhere';
};

/** The address that Google sends a person back to, from the link of the login page. */
async function giveConsent(who: GooglePerson, next: string): Promise<string> {
  const authorize = await ask(social, `${localSite}/auth/social?provider=google&next=${encodeURIComponent(next)}`);
  const google = new URL(await step(authorize));
  expect(google.host).toBe('accounts.google.com');
  const back = new URL(google.searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('state', google.searchParams.get('state') ?? '');
  back.searchParams.set('code', googleCode(who));
  return step(back.href);
}

/** The path on which a person ends. */
async function comeBy(who: GooglePerson, next = '/plugins'): Promise<string> {
  const to = new URL(await ask(callback, await giveConsent(who, next)));
  expect(to.origin).toBe(localSite);
  return to.pathname + to.search;
}

const accountOf = async (email: string) => {
  const [found] = await sql`select u.id, u.username, u.display_name, u.elige_nombre, a.encrypted_password
    from auth.users a join usuarios_meta u on u.id = a.id where a.email = ${email}`;
  return found;
};

const isSignedIn = async () => (await (await createRequestClient()).auth.getUser()).data.user !== null;

describe('a new person', () => {
  test('gets an account without the name from Google, and chooses a username once', async () => {
    const who = somebody({ name: `Lía ${randomUUID().slice(0, 4)}` });
    expect(await comeBy(who, '/p/algo?a=1')).toBe(`/login/nombre?next=${encodeURIComponent('/p/algo?a=1')}`);
    expect(await isSignedIn()).toBe(true);
    const made = await accountOf(who.email);
    expect(made).toMatchObject({ elige_nombre: true });
    expect(`${made?.username} ${made?.display_name}`).not.toMatch(/l[ií]a/i);
    expect(await suggestUsername()).toMatch(/^La/);

    const taken = await accountOf((await createAccount(sql)).email);
    const name = `lia_${randomUUID().slice(0, 8)}`;
    const choose = (username: string | null, language = 'en') =>
      db.callAs(made?.id, 'elegir_nombre', { p_usuario: username, p_idioma: language });
    expect(await choose(taken?.username.toUpperCase())).toEqual({ ok: false, error: 'nombre_ocupado' });
    for (const wrong of ['ab', 'con espacio', 'unstore_admin', '', null]) {
      expect(await choose(wrong)).toEqual({ ok: false, error: 'datos_no_validos' });
    }
    expect(await choose(name, 'fr')).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await choose(name)).toEqual({ ok: true });
    expect(await accountOf(who.email)).toMatchObject({ username: name, display_name: name, elige_nombre: false });
    expect(await choose(`${name}2`)).toEqual({ ok: false, error: 'ya_elegido' });

    browser.jar.clear();
    expect(await comeBy(who, '/plugins')).toBe('/plugins');
  });

  test('gets a username unless another person requests it at the same time', async () => {
    const [one, two] = [somebody(), somebody()];
    await comeBy(one);
    browser.jar.clear();
    await comeBy(two);
    const name = `doble_${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all(
      [one, two].map(async ({ email }) =>
        db.callAs((await accountOf(email))?.id, 'elegir_nombre', { p_usuario: name, p_idioma: 'es' }),
      ),
    );
    expect(answers).toEqual(expect.arrayContaining([{ ok: true }, { ok: false, error: 'nombre_ocupado' }]));
  });

  test('gets no account with an address of a forbidden domain, but a message', async () => {
    const who = somebody({ email: `${randomUUID()}@empresa.example` });
    expect(await comeBy(who, '/club')).toBe('/login?error=domain&next=%2Fclub');
    expect(await isSignedIn()).toBe(false);
    expect(await accountOf(who.email)).toBeUndefined();
  });
});

test("a Google sign-in discards name and password of another person's registration with that address", async () => {
  const email = `r${randomUUID().slice(0, 12)}@gmail.com`;
  const name = `robado_${randomUUID().slice(0, 8)}`;
  const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
  const navegador = randomUUID();
  const p_sello = createHmac('sha256', key).update(`registro\n${email}\n${name}\nes\n${navegador}\n`).digest('hex');
  const wishes = { p_correo: email, p_usuario: name, p_idioma: 'es', p_contrasena: 'DelLadron1' };
  const noted = await db.callAnon('anotar_registro', { ...wishes, p_navegador: navegador, p_anterior: '', p_sello });
  expect(noted).toEqual({ ok: true });
  const stranger = createClient(api.url, secrets.publishableKey, { auth: { persistSession: false } });
  const data = { username: name, display_name: name };
  await stranger.auth.signUp({ email, password: 'DelLadron1', options: { data } });
  expect(await comeBy(somebody({ email }), '/plugins')).toBe('/login/nombre?next=%2Fplugins');
  const account = await accountOf(email);
  expect(account).toMatchObject({ elige_nombre: true });
  expect(`${account?.username} ${account?.display_name}`).not.toContain(name);
  expect((await stranger.auth.signInWithPassword({ email, password: 'DelLadron1' })).error).not.toBeNull();
});

describe('a person with an account', () => {
  test('signs in to it by the same confirmed address, and keeps password and name', async () => {
    const { id, email } = await createAccount(sql);
    const before = await accountOf(email);
    expect(await comeBy(somebody({ email }))).toBe('/plugins');
    expect(await accountOf(email)).toEqual(before);
    const identities = await sql`select provider from auth.identities where user_id = ${id} order by provider`;
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
  });

  test('cannot sign in by an address that Google has not confirmed', async () => {
    const { email } = await createAccount(sql);
    expect(await comeBy(somebody({ email, verified: false }))).toBe('/login?error=socialEmail&next=%2Fplugins');
    expect(await isSignedIn()).toBe(false);
  });

  test('sees the ban page during a ban', async () => {
    const { id, email } = await createAccount(sql);
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${id}`;
    expect(await comeBy(somebody({ email }))).toBe('/ban');
  });

  test('is redirected to the second factor', async () => {
    const { id, email } = await createAccount(sql);
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'Móvil', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`;
    expect(await comeBy(somebody({ email }))).toBe('/login/verificar?next=%2Fplugins');
  });
});

describe('the callback', () => {
  test('is invalid in a browser that did not start it', async () => {
    const link = await giveConsent(somebody(), '/plugins');
    browser.jar.clear();
    expect(await ask(callback, link)).toBe(`${localSite}/login?error=social&next=%2Fplugins#`);
    expect(await isSignedIn()).toBe(false);
  });

  test('redirects a person who opens it again while signed in', async () => {
    const link = await giveConsent(somebody({ email: (await createAccount(sql)).email }), '/plugins');
    expect(await ask(callback, link)).toBe(`${localSite}/plugins#`);
    expect(await ask(callback, link)).toBe(`${localSite}/plugins#`);
  });

  test('is valid once', async () => {
    const link = await giveConsent(somebody(), '/plugins');
    const begun = new Map(browser.jar);
    await ask(callback, link);
    browser.jar = begun;
    expect(await ask(callback, link)).toContain('/login?error=social');
  });

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', '/.//evil.example'])(
    'redirects to no other site: %s',
    async (next) => {
      const who = somebody({ email: (await createAccount(sql)).email });
      expect(await comeBy(who, next)).toBe('/');
      const forged = `${localSite}/auth/callback?error=access_denied&next=${encodeURIComponent(next)}`;
      expect(await ask(callback, forged)).toBe(`${localSite}/login?error=socialDenied&next=%2F#`);
    },
  );

  test('redirects to the login with a message if consent is denied', async () =>
    expect(await ask(callback, `${localSite}/auth/callback?error=access_denied&error_description=no`)).toContain(
      '/login?error=socialDenied',
    ));
});

test.each(['discord', 'github', ''])('a service that is not configured (%s) is not called', async (provider) =>
  expect(await ask(social, `${localSite}/auth/social?provider=${provider}&next=%2Fplugins`)).toBe(
    `${localSite}/login?error=social&next=%2Fplugins`,
  ),
);
