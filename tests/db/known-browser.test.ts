import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { createAccount } from './factories.ts';
import { openDatabase } from './harness.ts';
import { localSite, startLocalApi } from './local-api.ts';

// A browser known to the account during an attack on its password at Auth.
const { sql, url } = await openDatabase({ connections: 4 });
const { api, secrets } = await startLocalApi(url);

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string, options?: { maxAge?: number }) =>
      void (value === '' || options?.maxAge === 0 ? jar.delete(name) : jar.set(name, value)),
  }),
}));
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  connection: async () => {},
  after: () => {},
}));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => 0 }));
const warned = vi.hoisted(() => [] as string[]);
vi.mock('@/lib/core/log', () => {
  const note = (_facts: object, text: string) => void warned.push(text);
  return { log: { error: note, warn: note, info: () => {} } };
});
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
const { logIn, register, requestReset, setNewPassword } = await import('@/lib/account/sign-in/auth');
const { recognizeDevice, rememberDevice } = await import('@/lib/account/sign-in/device');
const { changePasswordAction } = await import('@/lib/account/settings/action');
const { createRequestClient } = await import('@/lib/core/supabase/server');
const { POST: follow } = await import('@/app/auth/confirm/route');

const isSignedIn = async () => (await (await createRequestClient()).auth.getUser()).data.user !== null;

const stranger = () =>
  createClient(api.url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });

const password = 'Secreta123';
const guess = async (email: string) => {
  for (let n = 0; n < 11; n += 1) await stranger().auth.signInWithPassword({ email, password: `adivino${n}` });
};
const form = (fields: Record<string, string>) => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};
beforeEach(() => {
  jar.clear();
  warned.length = 0;
});

test('an owner changes the password in a known browser during an attack and stays signed in', {
  tags: 'nightly',
}, async () => {
  const { email } = await createAccount(sql);
  jar.set('device', randomBytes(32).toString('base64url'));
  expect(await logIn(email, password)).toMatchObject({ ok: true });
  await rememberDevice();
  await guess(email);
  expect(await setNewPassword('OtraClave9', password)).toEqual({ ok: true, value: null });
  expect(await isSignedIn()).toBe(true);
  expect(warned).toEqual([]);
});

test('a signed-in person in an unknown browser changes the password during an attack', {
  tags: 'nightly',
}, async () => {
  const { email } = await createAccount(sql);
  expect(await logIn(email, password)).toMatchObject({ ok: true });
  await guess(email);
  const wrong = await changePasswordAction(
    {},
    form({ current: 'adivino', password: 'OtraClave9', confirmation: 'OtraClave9' }),
  );
  expect(wrong.fieldErrors).toEqual({ current: 'currentWrong' });
  const changed = await changePasswordAction(
    {},
    form({ current: password, password: 'OtraClave9', confirmation: 'OtraClave9' }),
  );
  expect(changed.error).toBeUndefined();
  expect(await isSignedIn()).toBe(true);
  expect(await logIn(email, 'OtraClave9')).toMatchObject({ ok: false });
  await recognizeDevice(email);
  expect(await logIn(email, 'OtraClave9')).toMatchObject({ ok: true });
});

const secretOf = async (email: string) => {
  const [mail] = await sql`select s.secreto from secretos_correo s join correos c on c.id = s.correo_id
    where coalesce(c.direccion, '') = ${email} order by c.id desc limit 1`;
  return mail?.secreto as string;
};
const newName = () => `k${randomUUID().replaceAll('-', '').slice(0, 12)}`;
/** Requests to Auth that mail a link of each kind, and its address. */
const asking = {
  signup: async (email: string) => {
    const to = `n${email}`;
    await register({ email: to, username: newName(), password, locale: 'es', next: '/' });
    return to;
  },
  recovery: async (email: string) => {
    await requestReset(email, '/');
    return email;
  },
  email_change: async (email: string, id: string) => {
    await sql`insert into permisos values (${id}, 'correo', now() + interval '1 minute')`;
    const client = stranger();
    await client.auth.signInWithPassword({ email, password });
    await client.auth.updateUser({ email: `n${email}` });
    return `n${email}`;
  },
  magiclink: async (email: string) => {
    await stranger().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    return email;
  },
};

test.each(Object.keys(asking) as Array<keyof typeof asking>)(
  'a browser that follows a mail link becomes known: %s',
  async (type) => {
    const person = await createAccount(sql);
    const address = await asking[type](person.email, person.id);
    const body = new URLSearchParams({ token_hash: await secretOf(address), type, next: '/' });
    const request = new Request(`${localSite}/auth/confirm`, { method: 'POST', headers: { origin: localSite }, body });
    expect((await follow(request)).headers.get('location')).not.toContain('/confirm');
    const known = await sql`select d.huella from dispositivos d join auth.users a on a.id = d.user_id
      where a.email = ${address}`;
    expect(known).toHaveLength(1);
  },
);
