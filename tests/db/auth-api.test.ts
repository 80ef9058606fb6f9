/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { createAccount } from './factories.ts';
import { openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// Calls Auth directly, as anybody with the publishable key can.
const db = await openDatabase({ connections: 8 });
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);
const { publishableKey } = secrets;

const password = 'Secreta123';
const stranger = () =>
  createClient(api.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function signIn(email: string, secret = password) {
  const client = stranger();
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret });
  return { client, error, token: data.session?.access_token ?? '' };
}

describe('logging in', () => {
  test('an account is locked after ten wrong passwords, even for the right one, and others are not', async () => {
    const { email } = await createAccount(sql);
    const guesses = await pMap(Array.from({ length: 60 }).keys(), (n) => signIn(email, `adivino${n}`), {
      concurrency: 6,
    });
    expect(new Set(guesses.map(({ error }) => error?.message))).toEqual(new Set(['Invalid login credentials']));
    expect((await signIn(email)).error?.message).toBe('Invalid login credentials');
    const other = await createAccount(sql);
    expect((await signIn(other.email)).error).toBeNull();
  });

  test('an unconfirmed address is revealed only with the right password', async () => {
    const { email } = await createAccount(sql, { confirmed: false });
    expect((await signIn(email, 'incorrecta')).error?.code).toBe('invalid_credentials');
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed');
  });
});

describe('a stolen session', () => {
  test('cannot change the password without the current one', async () => {
    const { email } = await createAccount(sql);
    const { client } = await signIn(email);
    expect((await client.auth.updateUser({ password: 'DelLadron1' })).error?.code).toBe('current_password_required');
    const guess = await client.auth.updateUser({ password: 'DelLadron1', current_password: 'adivino' });
    expect(guess.error?.code).toBe('current_password_invalid');
  });

  test('is ended by its owner with a new password, even while strangers guess passwords', async () => {
    const { email } = await createAccount(sql);
    const { client } = await signIn(email);
    await Promise.all(Array.from({ length: 12 }, (_, n) => signIn(email, `adivino${n}`)));
    const changed = await client.auth.updateUser({ password: 'OtraClave9', current_password: password });
    expect(changed.error).toBeNull();
  });

  test('cannot change the mail address', async () => {
    const { id, email } = await createAccount(sql);
    const { client } = await signIn(email);
    expect((await client.auth.updateUser({ email: `${randomUUID()}@gmail.com` })).error).not.toBeNull();
    expect(await sql`select 1 from auth.users where id = ${id} and coalesce(email_change, '') <> ''`).toHaveLength(0);
  });

  test('ends with a new password, including its access tokens', async () => {
    const { email } = await createAccount(sql);
    const thief = await signIn(email);
    const owner = await signIn(email);
    expect((await thief.client.rpc('quien_soy')).data).not.toBeNull();
    const changed = await owner.client.auth.updateUser({ password: 'OtraClave9', current_password: password });
    expect(changed.error).toBeNull();
    expect((await thief.client.auth.getUser(thief.token)).error).not.toBeNull();
    expect((await thief.client.rpc('quien_soy')).data).toBeNull();
    expect((await thief.client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn(email, 'OtraClave9')).error).toBeNull();
  });
});

test('a domain that is not allowed gets no account, even through the API directly', async () => {
  const email = `${randomUUID()}@evil.example`;
  expect((await stranger().auth.signUp({ email, password })).error).not.toBeNull();
  expect(await sql`select 1 from auth.users where email = ${email}`).toHaveLength(0);
});

test('a password of more than 72 bytes is refused, as hosted Auth refuses it', async () => {
  const tooLong = { code: 'validation_failed', status: 400 };
  const long = 'ñ'.repeat(37);
  const { error } = await stranger().auth.signUp({ email: `${randomUUID()}@gmail.com`, password: long });
  expect(error).toMatchObject(tooLong);
  const { email } = await createAccount(sql);
  const { client } = await signIn(email);
  const changed = await client.auth.updateUser({ password: long, current_password: password });
  expect(changed.error).toMatchObject(tooLong);
});
