/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { preparePlatform } from '@unstore/local-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from './factories.ts';
import { openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// The embedded Auth must behave as the real one: with AUTH_BINARY, this file tests the real one (CONTRIBUTING.md).
const db = await openDatabase({ connections: 4 });
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);

const password = 'Secreta123';
const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } };
const stranger = () => createClient(api.url, secrets.publishableKey, withoutSession);
const operator = () => createClient(api.url, secrets.secretKey, withoutSession).auth.admin;
const newEmail = () => `${randomUUID()}@gmail.com`;
const newName = () => `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const register = (email: string, secret = password, data: object = { username: newName() }) =>
  stranger().auth.signUp({ email, password: secret, options: { data } });
const secretOf = async (email: string) => {
  const [mail] = await sql`select s.secreto from secretos_correo s join correos c on c.id = s.correo_id
    join auth.users u on u.id = c.user_id where coalesce(c.direccion, u.email) = ${email} order by c.id desc limit 1`;
  return mail?.secreto as string;
};
/** As if the last mail to an address had been sent an hour ago. */
const wait = (email: string) =>
  sql`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 hour',
    recovery_sent_at = recovery_sent_at - interval '1 hour', email_change_sent_at = email_change_sent_at - interval '1 hour',
    reauthentication_sent_at = reauthentication_sent_at - interval '1 hour' where email = ${email}`;
async function signIn(email: string): Promise<SupabaseClient> {
  const client = stranger();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

const rowOf = async (email: string) => (await sql`select * from auth.users where email = ${email}`)[0];
const noTokens = {
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  reauthentication_token: '',
  phone_change: '',
  phone_change_token: '',
};
const link = expect.stringMatching(/^\w{20,}$/);

describe('the auth rows', () => {
  test('of a registration are complete', async () => {
    const email = newEmail();
    const username = newName();
    const { data } = await register(email.toUpperCase(), password, { username });
    const id = data.user?.id;
    expect(await rowOf(email)).toMatchObject({
      ...{
        id,
        email,
        instance_id: '00000000-0000-0000-0000-000000000000',
        aud: 'authenticated',
        role: 'authenticated',
      },
      ...{
        email_confirmed_at: null,
        last_sign_in_at: null,
        recovery_sent_at: null,
        deleted_at: null,
        banned_until: null,
      },
      ...{ ...noTokens, confirmation_token: link, recovery_token: '', confirmation_sent_at: expect.any(Date) },
      ...{ encrypted_password: expect.stringMatching(/^\$2[ab]\$10\$/), is_sso_user: false, is_anonymous: false },
      ...{ raw_app_meta_data: { provider: 'email', providers: ['email'] } },
      raw_user_meta_data: { username, email, sub: id, email_verified: false, phone_verified: false },
    });
    expect(await sql`select * from auth.identities where user_id = ${id ?? null}`).toMatchObject([
      {
        ...{ provider: 'email', provider_id: id, email },
        identity_data: { sub: id, email, username, email_verified: false, phone_verified: false },
        ...{ last_sign_in_at: expect.any(Date), created_at: expect.any(Date), updated_at: expect.any(Date) },
      },
    ]);
  });

  test('of a confirmed account have no token', async () => {
    const email = newEmail();
    await register(email);
    const { data } = await stranger().auth.verifyOtp({ type: 'signup', token_hash: await secretOf(email) });
    expect(data.session?.access_token).toBeTruthy();
    expect(await rowOf(email)).toMatchObject({
      ...{ ...noTokens, confirmation_token: '', recovery_token: '' },
      ...{ email_confirmed_at: expect.any(Date), last_sign_in_at: expect.any(Date) },
    });
  });

  test('of an account after a password reset have no token', async () => {
    const { email } = await createAccount(sql);
    await stranger().auth.resetPasswordForEmail(email);
    expect(await rowOf(email)).toMatchObject({ recovery_token: link, recovery_sent_at: expect.any(Date) });
    await stranger().auth.verifyOtp({ type: 'recovery', token_hash: await secretOf(email) });
    expect(await rowOf(email)).toMatchObject({ ...noTokens, recovery_token: '' });
  });

  test('of an account during and after a change of address are complete', async () => {
    const [{ email }, to] = [await createAccount(sql), newEmail()];
    const client = await signIn(email);
    await client.rpc('permitir_cambio_correo', { p_contrasena: password });
    expect((await client.auth.updateUser({ email: to })).error).toBeNull();
    expect(await rowOf(email)).toMatchObject({ email_change: to, email_change_token_new: link });
    await stranger().auth.verifyOtp({ type: 'email_change', token_hash: await secretOf(to) });
    expect(await rowOf(to)).toMatchObject({ ...noTokens, email: to });
    expect(
      await sql`select i.email, i.identity_data ->> 'email' as data from auth.identities i
      join auth.users u on u.id = i.user_id where u.email = ${to}`,
    ).toEqual([{ email: to, data: to }]);
  });
});

describe('a repeated registration', () => {
  test('of an unconfirmed address keeps the first data and password and gets a new link', async () => {
    const email = newEmail();
    const first = await register(email, password, { username: 'primera_vez' });
    const before = await secretOf(email);
    const early = await register(email, 'OtraClave9', { username: 'segunda_vez' });
    expect(early.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    await wait(email);
    const again = await register(email, 'OtraClave9', { username: 'segunda_vez' });
    expect(again.error).toBeNull();
    expect(again.data.user).toMatchObject({ id: first.data.user?.id, user_metadata: { username: 'primera_vez' } });
    expect(again.data.user?.identities).toHaveLength(1);
    expect(await secretOf(email)).not.toBe(before);
    const lost = await stranger().auth.verifyOtp({ type: 'signup', token_hash: before });
    expect(lost.error?.code).toBe('otp_expired');
    const row = await rowOf(email);
    expect(row?.raw_user_meta_data).toMatchObject({ username: 'primera_vez' });
    expect(row?.encrypted_password).toMatch(/^\$2[ab]\$10\$/);
    const logIn = (secret: string) => stranger().auth.signInWithPassword({ email, password: secret });
    expect((await logIn(password)).error?.code).toBe('email_not_confirmed');
    expect((await logIn('OtraClave9')).error?.code).toBe('invalid_credentials');
  });

  test('of a confirmed address responds as for a new one and sends no mail', async () => {
    const { id, email } = await createAccount(sql);
    const { data, error } = await register(email, 'OtraClave9');
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [], aud: 'authenticated' });
    expect(data.user?.id).not.toBe(id);
    expect(await sql`select from correos where user_id = ${id}`).toHaveLength(0);
  });
});

test('an operator finds, confirms and deletes an account', async () => {
  const email = newEmail();
  await register(email);
  const { data } = await operator().listUsers();
  const id = data.users.find((user) => user.email === email)?.id ?? '';
  const { data: link } = await operator().generateLink({ type: 'signup', email, password });
  const opened = await stranger().auth.verifyOtp({ type: 'signup', token_hash: link.properties?.hashed_token ?? '' });
  expect(opened.data.user?.id).toBe(id);
  expect((await operator().deleteUser(id)).error).toBeNull();
  expect(await rowOf(email)).toBeUndefined();
  expect((await operator().deleteUser(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('a banned account can use neither password nor session nor link, until the ban ends', async () => {
  const { id, email } = await createAccount(sql);
  const client = await signIn(email);
  const { data } = await client.auth.getSession();
  const refresh_token = data.session?.refresh_token ?? '';
  await stranger().auth.resetPasswordForEmail(email);
  const token_hash = await secretOf(email);
  const use = {
    'the password': () => stranger().auth.signInWithPassword({ email, password }),
    'a wrong password': () => stranger().auth.signInWithPassword({ email, password: 'otra' }),
    'the session': () => client.auth.getUser(),
    'a refresh': () => stranger().auth.refreshSession({ refresh_token }),
    'a link': () => stranger().auth.verifyOtp({ type: 'recovery', token_hash }),
  };
  const ban = (until: string) => sql`update auth.users set banned_until = now() + ${until}::interval where id = ${id}`;
  await ban('1 day');
  for (const [what, ask] of Object.entries(use)) {
    expect((await ask()).error, what).toMatchObject({ code: 'user_banned' });
  }
  await ban('-1 second');
  expect((await use['a link']()).error).toBeNull();
});

test('a session works after the platform was prepared again, as at each start', async () => {
  const { id, email } = await createAccount(sql);
  const client = await signIn(email);
  await preparePlatform(db.url);
  expect((await client.rpc('quien_soy')).data).toMatchObject({ id });
});

type Refusal = { status?: number | undefined; code?: string | undefined } | null;

/** Calls that Auth refuses, with its code and status. */
const refused: Record<string, { is: [number, string]; ask: () => Promise<{ error: Refusal }> }> = {
  'a wrong password': {
    is: [400, 'invalid_credentials'],
    ask: async () => stranger().auth.signInWithPassword({ email: (await createAccount(sql)).email, password: 'otra' }),
  },
  'an address without an account': {
    is: [400, 'invalid_credentials'],
    ask: () => stranger().auth.signInWithPassword({ email: newEmail(), password }),
  },
  'an address that is not confirmed': {
    is: [400, 'email_not_confirmed'],
    ask: async () =>
      stranger().auth.signInWithPassword({ email: (await createAccount(sql, { confirmed: false })).email, password }),
  },
  'a short password': { is: [422, 'weak_password'], ask: () => register(newEmail(), '12345') },
  'a password of 73 bytes': { is: [400, 'validation_failed'], ask: () => register(newEmail(), 'x'.repeat(73)) },
  'no mail address': { is: [400, 'validation_failed'], ask: () => register('nada') },
  'a link of nobody': {
    is: [403, 'otp_expired'],
    ask: () => stranger().auth.verifyOtp({ type: 'signup', token_hash: 'de-nadie' }),
  },
  'a refresh token of a session that has ended': {
    is: [400, 'refresh_token_not_found'],
    ask: async () => {
      const client = await signIn((await createAccount(sql)).email);
      const { data } = await client.auth.getSession();
      await client.auth.signOut({ scope: 'global' });
      return stranger().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    },
  },
  'the same password again': {
    is: [422, 'same_password'],
    ask: async () =>
      (await signIn((await createAccount(sql)).email)).auth.updateUser({ password, current_password: password }),
  },
  'a short new password': {
    is: [422, 'weak_password'],
    ask: async () =>
      (await signIn((await createAccount(sql)).email)).auth.updateUser({ password: '123', current_password: password }),
  },
  'the address of somebody else': {
    is: [422, 'email_exists'],
    ask: async () => {
      const other = await createAccount(sql);
      const client = await signIn((await createAccount(sql)).email);
      await client.rpc('permitir_cambio_correo', { p_contrasena: password });
      return client.auth.updateUser({ email: other.email });
    },
  },
  'a second reset within a minute': {
    is: [429, 'over_email_send_rate_limit'],
    ask: async () => {
      const { email } = await createAccount(sql);
      await stranger().auth.resetPasswordForEmail(email);
      return stranger().auth.resetPasswordForEmail(email);
    },
  },
  'a second confirmation mail within a minute': {
    is: [429, 'over_email_send_rate_limit'],
    ask: async () => {
      const email = newEmail();
      await register(email);
      return stranger().auth.resend({ type: 'signup', email });
    },
  },
};

test.each(Object.entries(refused))('refuses %s', async (_, { is, ask }) => {
  const { error } = await ask();
  expect([error?.status, error?.code]).toEqual(is);
});

describe('the hook writes the mail', () => {
  beforeEach(() => sql`delete from correos`);
  /** Who asks for a mail of each kind, and answers at which address it arrives. */
  const asked: Record<string, () => Promise<string>> = {
    confirmar_cuenta: async () => {
      const email = newEmail();
      await register(email);
      return email;
    },
    cambiar_contrasena: async () => {
      const { email } = await createAccount(sql);
      await stranger().auth.resetPasswordForEmail(email);
      return email;
    },
    confirmar_direccion: async () => {
      const [client, to] = [await signIn((await createAccount(sql)).email), newEmail()];
      await client.rpc('permitir_cambio_correo', { p_contrasena: password });
      await client.auth.updateUser({ email: to });
      return to;
    },
    enlace_entrada: async () => {
      const { email } = await createAccount(sql);
      await stranger().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      return email;
    },
    invitacion: async () => {
      const email = newEmail();
      expect((await operator().inviteUserByEmail(email)).error).toBeNull();
      return email;
    },
    codigo_confirmacion: async () => {
      const { email } = await createAccount(sql);
      await (await signIn(email)).auth.reauthenticate();
      return email;
    },
  };

  test.each(Object.entries(asked))('%s', async (plantilla, ask) => {
    const email = await ask();
    expect(
      await sql`select c.plantilla, coalesce(c.direccion, u.email) as email, s.secreto from correos c
        join auth.users u on u.id = c.user_id left join secretos_correo s on s.correo_id = c.id`,
    ).toEqual([{ plantilla, email, secreto: expect.stringMatching(/^(?:pkce_)?\w{6,}$/) }]);
  });
});
