import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { createUser } from './factories.ts';
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
const { logIn, setNewPassword } = await import('@/lib/account/sign-in/auth');
const { recognizeDevice, rememberDevice } = await import('@/lib/account/sign-in/device');
const { changePasswordAction } = await import('@/lib/account/settings/action');
const { createRequestClient } = await import('@/lib/core/supabase/server');
const { POST: follow } = await import('@/app/auth/confirm/route');

const isSignedIn = async () => (await (await createRequestClient()).auth.getUser()).data.user !== null;

const stranger = () =>
  createClient(api.url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });

const password = 'Secreta123';
async function createPerson() {
  const [id, email] = [await createUser(sql), `${randomUUID()}@gmail.com`];
  await sql`update auth.users set email = ${email}, aud = 'authenticated', role = 'authenticated',
    encrypted_password = ${bcrypt.hashSync(password, 4)}, email_confirmed_at = now() where id = ${id}`;
  return { id, email };
}
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

test('its owner changes the password there, and stays signed in', async () => {
  const { email } = await createPerson();
  jar.set('device', randomBytes(32).toString('base64url'));
  expect(await logIn(email, password)).toMatchObject({ ok: true });
  await rememberDevice();
  await guess(email);
  expect(await setNewPassword('OtraClave9', password)).toEqual({ ok: true, value: null });
  expect(await isSignedIn()).toBe(true);
  expect(warned).toEqual([]);
});

test('so does whoever is signed in by a browser that nobody has told of', async () => {
  const { email } = await createPerson();
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

test.each([
  ['confirmation', 'signup', 'confirmation_token'],
  ['recovery', 'recovery', 'recovery_token'],
  ['change of address', 'email_change', 'email_change_token_new'],
  ['magic link', 'magiclink', 'recovery_token'],
] as const)('the browser that follows the link of a %s is known', async (_what, type, column) => {
  const { id, email } = await createPerson();
  const token = randomBytes(20).toString('hex');
  if (type === 'signup') {
    const secret = randomBytes(32).toString('base64url');
    jar.set('registration', secret);
    await sql`insert into registros (correo, username, idioma, navegador, clave) values
      (${email}, ${`k${token.slice(0, 10)}`}, 'es', encode(sha256(convert_to(${secret}, 'UTF8')), 'hex'), 'x')`;
    await sql`update auth.users set email_confirmed_at = null, confirmation_sent_at = now() where id = ${id}`;
  }
  if (type === 'email_change') {
    await sql`insert into permisos values (${id}, 'correo', now() + interval '1 minute')`;
    await sql`update auth.users set email_change = ${`n${email}`} where id = ${id}`;
  }
  await sql`update auth.users set ${sql(column)} = ${token}, recovery_sent_at = now(), email_change_sent_at = now()
    where id = ${id}`;
  const body = new URLSearchParams({ token_hash: token, type, next: '/' });
  const request = new Request(`${localSite}/auth/confirm`, { method: 'POST', headers: { origin: localSite }, body });
  expect((await follow(request)).headers.get('location')).not.toContain('/confirm');
  const known = await sql`select huella from dispositivos where user_id = ${id}`;
  expect(known).toHaveLength(1);
});
