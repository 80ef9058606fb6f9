import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { stubShop } from '../unit/payments/simulator.ts';
import { createAccount } from './factories.ts';
import { openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// Calls Auth as the shop's server does, for one visitor after another, with the limits of the hosted service.
const db = await openDatabase({ connections: 4 });
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url, { addressLimits: true });
const { publishableKey, secretKey } = secrets;

const visitor = vi.hoisted(() => ({ address: '' }));
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-forwarded-for': visitor.address }),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {} }),
}));
stubShop('http://localhost:1', { url: api.url, publishableKey, secretKey });
vi.stubEnv('TRUSTED_PROXIES', '1');
const { logIn, register, requestReset, resend } = await import('@/lib/account/sign-in/auth');

const password = 'Secreta123';
const newEmail = () => `${randomUUID()}@gmail.com`;
let last = 0;
/** Sends the next calls from a new address. */
const beSomebody = () => {
  last += 1;
  visitor.address = `198.51.100.${last}`;
};

/** The mail of an unconfirmed account is an hour old. */
async function createPerson({ confirmed = true } = {}) {
  const person = await createAccount(sql, { confirmed });
  if (!confirmed) {
    await sql`update auth.users set confirmation_token = ${randomUUID()}, confirmation_sent_at = now() - interval '1 hour'
      where id = ${person.id}`;
  }
  return person;
}

describe('rate limits by address', () => {
  test('forty visitors log in while another exceeds the limit', {
    tags: 'nightly',
  }, async () => {
    const { email } = await createPerson();
    for (let n = 0; n < 40; n += 1) {
      beSomebody();
      expect(await logIn(email, password)).toMatchObject({ ok: true });
    }
    visitor.address = '203.0.113.66';
    const guesses = Array.from({ length: 45 }, () => logIn('nobody@gmail.com', 'adivino'));
    const answers = (await Promise.all(guesses)).map((result) => (result.ok ? 'in' : result.error));
    expect(answers.filter((answer) => answer === 'tooMany').length).toBeGreaterThanOrEqual(10);
    expect(new Set(answers)).toEqual(new Set(['invalidCredentials', 'tooMany']));
    beSomebody();
    expect(await logIn(email, password)).toMatchObject({ ok: true });
  });

  test('an IPv6 address counts as one visitor, not its whole network', { tags: 'nightly' }, async () => {
    const { email } = await createPerson();
    visitor.address = '2001:db8:1:2::1';
    const guesses = Array.from({ length: 45 }, () => logIn('nobody@gmail.com', 'adivino'));
    expect(await Promise.all(guesses)).toContainEqual({ ok: false, error: 'tooMany' });
    visitor.address = '2001:db8:1:2::2';
    expect(await logIn(email, password)).toMatchObject({ ok: true });
  });

  test('the forwarded address counts only with the secret key', async () => {
    const ask = (apikey: string, address: string) =>
      fetch(`${api.url}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey, 'sb-forwarded-for': address, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@gmail.com' }),
      }).then(({ status }) => status);
    const claimed = (n: number) => `192.0.2.${n}`;
    const asVisitor = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(publishableKey, claimed(n))));
    expect(asVisitor.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
    expect(await ask(secretKey, claimed(1))).toBe(200);
  });
});

describe('information about accounts:', () => {
  const bytesOf = async (work: () => Promise<unknown>) => {
    beSomebody();
    return JSON.stringify(await work());
  };
  const signUp = (email: string) =>
    register({ email, username: `u${randomUUID().slice(0, 8)}`, password, locale: 'es', next: '/' });

  test.each([
    ['a password reset', (email: string) => requestReset(email, '/')],
    ['another confirmation mail', (email: string) => resend(email, '/', 'es')],
    ['a registration', signUp],
  ] as const)('%s has the same response for every address, even if requested twice at once', async (_name, ask) => {
    const known = (await createPerson()).email;
    const waiting = (await createPerson({ confirmed: false })).email;
    const unknown = newEmail();
    const pairs = [];
    for (const email of [known, waiting, unknown]) {
      pairs.push([await bytesOf(() => ask(email)), await bytesOf(() => ask(email))]);
    }
    expect(pairs[0]?.[0]).toMatch(/^\{"ok":true,"value":(?:null|"waits")\}$/);
    expect(pairs[0]?.[1]).toBe(pairs[0]?.[0]);
    expect(new Set(pairs.map((answers) => answers.join()))).toHaveLength(1);
  });

  test('Auth reveals a second reset within a minute for known addresses only', async () => {
    const { id, email } = await createPerson();
    const ask = async (address: string) => {
      const client = createClient(api.url, secretKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { 'sb-forwarded-for': '198.18.0.1' } },
      });
      return (await client.auth.resetPasswordForEmail(address)).error?.code;
    };
    expect([await ask(email), await ask(email)]).toEqual([undefined, 'over_email_send_rate_limit']);
    expect([await ask('nobody@gmail.com'), await ask('nobody@gmail.com')]).toEqual([undefined, undefined]);
    await sql`update auth.users set recovery_sent_at = now() - interval '61 seconds' where id = ${id}`;
    expect(await ask(email)).toBeUndefined();
  });

  test('a sign-up with a known address creates and changes nothing', async () => {
    const { id, email } = await createPerson();
    const before =
      await sql`select encrypted_password, raw_user_meta_data, updated_at from auth.users where id = ${id}`;
    beSomebody();
    const { data, error } = await createClient(api.url, secretKey, {
      auth: { persistSession: false },
      global: { headers: { 'sb-forwarded-for': visitor.address } },
    }).auth.signUp({ email, password: 'OtraClave9' });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(id);
    expect(data.user?.identities).toEqual([]);
    const same = sql`select encrypted_password, raw_user_meta_data, updated_at from auth.users where id = ${id}`;
    expect(await same).toEqual(before);
    expect(await sql`select 1 from auth.users where email = ${email}`).toHaveLength(1);
  });
});

test('a password set by a recovery link ends sessions of the old one', async () => {
  const { id, email } = await createPerson();
  const open = (apikey: string) =>
    createClient(api.url, apikey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { 'sb-forwarded-for': '198.18.0.2' } },
    });
  const thief = open(publishableKey);
  expect((await thief.auth.signInWithPassword({ email, password })).error).toBeNull();
  beSomebody();
  await requestReset(email, '/');
  const [row] = await sql`select recovery_token from auth.users where id = ${id}`;
  const owner = open(publishableKey);
  const opened = await owner.auth.verifyOtp({ type: 'recovery', token_hash: row?.recovery_token });
  expect(opened.error).toBeNull();
  expect((await owner.auth.updateUser({ password: 'OtraClave9' })).error).toBeNull();
  expect((await thief.auth.getUser()).error).not.toBeNull();
  expect((await thief.auth.refreshSession()).error).not.toBeNull();
});

test('a recovery link cannot open an account whose address has changed since the mail', async () => {
  const { id, email } = await createPerson();
  beSomebody();
  await requestReset(email, '/');
  const [asked] = await sql`select recovery_token from auth.users where id = ${id}`;
  await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (${randomUUID()}, ${id}, 'recovery_token', ${asked?.recovery_token}, ${email})
    on conflict do nothing`;
  const open = () =>
    createClient(api.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const owner = open();
  await owner.auth.signInWithPassword({ email, password });
  await owner.rpc('permitir_cambio_correo', { p_contrasena: password });
  const to = newEmail();
  expect((await owner.auth.updateUser({ email: to })).error).toBeNull();
  const [mailed] = await sql`select email_change_token_new as token from auth.users where id = ${id}`;
  const confirmed = await open().auth.verifyOtp({ type: 'email_change', token_hash: mailed?.token });
  expect(confirmed.error).toBeNull();
  const late = await open().auth.verifyOtp({ type: 'recovery', token_hash: asked?.recovery_token });
  expect(late.error?.code).toBe('otp_expired');
  expect(await sql`select from auth.one_time_tokens where user_id = ${id}`).toHaveLength(0);
  expect(await sql`select email from auth.users where id = ${id}`).toEqual([{ email: to }]);
});

test('a new password ends a change of address that waits for its link', async () => {
  const { id, email } = await createPerson();
  const open = () =>
    createClient(api.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const thief = open();
  await thief.auth.signInWithPassword({ email, password });
  await thief.rpc('permitir_cambio_correo', { p_contrasena: password });
  expect((await thief.auth.updateUser({ email: newEmail() })).error).toBeNull();
  const [mailed] = await sql`select email_change_token_new as token from auth.users where id = ${id}`;
  beSomebody();
  await requestReset(email, '/');
  const [asked] = await sql`select recovery_token as token from auth.users where id = ${id}`;
  const owner = open();
  expect((await owner.auth.verifyOtp({ type: 'recovery', token_hash: asked?.token })).error).toBeNull();
  expect((await owner.auth.updateUser({ password: 'OtraClave9' })).error).toBeNull();
  const late = await open().auth.verifyOtp({ type: 'email_change', token_hash: mailed?.token });
  expect(late.error?.code).toBe('otp_expired');
  expect(await sql`select email from auth.users where id = ${id}`).toEqual([{ email }]);
});

test('a mail link cannot open an account deleted after the mail', async () => {
  const { id, email } = await createPerson();
  beSomebody();
  await requestReset(email, '/');
  const [asked] = await sql`select recovery_token from auth.users where id = ${id}`;
  await sql`update auth.users set confirmation_token = ${`c${id}`}, email_change_token_new = ${`n${id}`},
    email_change_token_current = ${`a${id}`}, reauthentication_token = ${`r${id}`} where id = ${id}`;
  const other = await createPerson();
  for (const one of [id, other.id]) {
    await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (${randomUUID()}, ${one}, 'reauthentication_token', 'x', 'x')`;
  }
  expect(await db.callAs(id, 'borrar_mi_cuenta', { p_contrasena: password })).toMatchObject({ ok: true });
  expect(await sql`select user_id from auth.one_time_tokens where user_id in (${id}, ${other.id})`).toEqual([
    { user_id: other.id },
  ]);
  const stranger = createClient(api.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const opened = await stranger.auth.verifyOtp({ type: 'recovery', token_hash: asked?.recovery_token });
  expect(opened.error?.code).toBe('otp_expired');
  expect(
    await sql`select confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
      reauthentication_token from auth.users where id = ${id}`,
  ).toEqual([
    {
      confirmation_token: '',
      recovery_token: '',
      email_change_token_new: '',
      email_change_token_current: '',
      reauthentication_token: '',
    },
  ]);
  // Nor does a session that lives on say who it was.
  for (const name of ['quien_soy', 'mis_datos']) expect(await db.callAs(id, name, {}), name).toBeNull();
});
