import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
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
    set: (name: string, value: string) => jar.set(name, value),
  }),
}));
stubShop('http://localhost:1', { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
vi.stubEnv('SITE_URL', localSite);
const { logIn, setNewPassword } = await import('@/lib/account/sign-in/auth');
const { rememberDevice } = await import('@/lib/account/sign-in/device');

const stranger = () =>
  createClient(api.url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });

test('the owner can change the password there', async () => {
  const [id, email] = [await createUser(sql), `${randomUUID()}@gmail.com`];
  await sql`update auth.users set email = ${email}, aud = 'authenticated', role = 'authenticated',
    encrypted_password = ${bcrypt.hashSync('Secreta123', 4)}, email_confirmed_at = now() where id = ${id}`;
  jar.set('device', randomBytes(32).toString('base64url'));
  expect(await logIn(email, 'Secreta123')).toMatchObject({ ok: true });
  await rememberDevice();
  for (let n = 0; n < 11; n += 1) await stranger().auth.signInWithPassword({ email, password: `adivino${n}` });
  expect(await setNewPassword('OtraClave9', 'Secreta123')).toEqual({ ok: true, value: null });
});
