/** @module-tag nightly */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type Api, startApi } from '@unstore/local-supabase';
import { readToken } from '@unstore/local-supabase/testing';
import { findAnyPorts } from '@unstore/processes';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopConfig } from '../../local/project.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';
import { createAccount, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const password = 'Secreta123';
let api: Api;
let folder: string;
let publishableKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unstore-mfa-'));
  const secrets = await loadSecrets(folder);
  publishableKey = secrets.publishableKey;
  const { api: port } = await findAnyPorts('api');
  const keys = { publishable: publishableKey, secret: secrets.secretKey, jwt: secrets.jwt };
  api = await startApi({
    databaseUrl: db.url,
    storageDir: folder,
    port,
    siteUrl: 'http://shop.test:3000',
    configFile: shopConfig,
    keys,
  });
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = () => createClient(api.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });
const claimsOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  return readToken(data.session?.access_token ?? '');
};

async function signIn(email: string): Promise<SupabaseClient> {
  const client = open();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

async function enrol(client: SupabaseClient, friendlyName = 'Móvil') {
  expect((await client.rpc('permitir_segundo_factor', { p_contrasena: password })).data).toEqual({ ok: true });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'UnStore' });
  if (error) throw error;
  return data;
}

async function turnOn(email: string) {
  const client = await signIn(email);
  const { id, totp } = await enrol(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
  if (error) throw error;
  return { client, id, secret: totp.secret };
}

test('a stolen session cannot enrol an app without the password', async () => {
  const { email } = await createAccount(sql);
  const stolen = await signIn(email);
  const begin = (client: SupabaseClient, friendlyName: string) =>
    client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  const factors = () =>
    sql`select from auth.mfa_factors f join auth.users u on u.id = f.user_id where email = ${email}`;
  expect((await begin(stolen, 'Ladrón')).error).toMatchObject({ status: 500 });
  expect(await factors()).toHaveLength(0);
  const { client } = await turnOn(email);
  expect((await begin(client, 'Ladrón')).error).toMatchObject({ status: 500 });
  expect(await factors()).toHaveLength(1);
});

test('a factor is active from its first valid code, and the upgrade of its session survives a refresh', async () => {
  const client = await signIn((await createAccount(sql)).email);
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  const { id, type, totp } = await enrol(client);
  expect(type).toBe('totp');
  expect(totp.uri).toMatch(/^otpauth:\/\/totp\/UnStore:.*secret=[A-Z2-7]{32}/);
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml/);
  const { data: before } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: id, code: '000000' });
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  const { session_id } = await claimsOf(client);
  const right = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
  expect(right.error).toBeNull();
  const claims = await claimsOf(client);
  expect(claims).toMatchObject({ aal: 'aal2', session_id });
  expect((claims.amr as { method: string }[]).map(({ method }) => method).sort()).toEqual(['password', 'totp']);
  await client.auth.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', session_id });
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.totp).toMatchObject([{ id, status: 'verified', friendly_name: 'Móvil', factor_type: 'totp' }]);
});

test('a new sign-in starts at the lower level, and sessions without the factor have ended', async () => {
  const { email } = await createAccount(sql);
  const earlier = await signIn(email);
  const { secret, id } = await turnOn(email);
  expect((await earlier.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  const later = await signIn(email);
  const { data } = await later.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  // A slightly late code is accepted, an older one is not, and one may be used twice.
  const verify = (code: string) => later.auth.mfa.challengeAndVerify({ factorId: id, code });
  expect((await verify(codeOf(secret, -90))).error?.code).toBe('mfa_verification_failed');
  expect((await verify(codeOf(secret, -20))).error).toBeNull();
  expect((await verify(codeOf(secret, -20))).error).toBeNull();
});

test('a challenge is valid once, for its factor only', async () => {
  const { client, id, secret } = await turnOn((await createAccount(sql)).email);
  const { data } = await client.auth.mfa.challenge({ factorId: id });
  const answer = { factorId: id, challengeId: data?.id ?? '', code: codeOf(secret) };
  expect((await client.auth.mfa.verify(answer)).error).toBeNull();
  expect((await client.auth.mfa.verify(answer)).error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  const other = await turnOn((await createAccount(sql)).email);
  const { error } = await other.client.auth.mfa.challenge({ factorId: id });
  expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  const { data: old } = await client.auth.mfa.challenge({ factorId: id });
  await sql`update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = ${old?.id ?? null}`;
  const late = await client.auth.mfa.verify({ ...answer, challengeId: old?.id ?? '' });
  expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
});

test('after ten wrong codes even the right one is refused, with the same response', async () => {
  const { email } = await createAccount(sql);
  const { client: owner, id, secret } = await turnOn(email);
  const half = await signIn(email);
  const verify = (code: string) => half.auth.mfa.challengeAndVerify({ factorId: id, code });
  const wrong = codeOf(secret, -300);
  for (let guess = 0; guess < 11; guess += 1) {
    expect((await verify(wrong)).error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  }
  // Wrong codes of another session do not end the owner's session.
  expect((await owner.auth.getUser()).error).toBeNull();
  const other = await createUser(sql);
  await sql`insert into intentos (tipo, clave, veces, desde) values ('segundo_paso', ${other}, 10, now())`;
  const windowOf = () => sql`select desde, veces from intentos where tipo = 'segundo_paso' and clave = ${other}`;
  await sql`update intentos set desde = desde - interval '14 minutes' where tipo = 'segundo_paso'`;
  const others = await windowOf();
  const refused = await verify(codeOf(secret));
  expect(await windowOf()).toEqual(others);
  expect(refused.error).toMatchObject({ status: 403, code: 'mfa_verification_rejected' });
  for (const client of [half, owner]) expect((await client.auth.getUser()).error).not.toBeNull();
  // The limit outlasts every code that was valid before.
  await sql`update intentos set desde = desde - interval '14 minutes' where tipo = 'segundo_paso'`;
  const again = await signIn(email);
  const right = () => again.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect((await right()).error).toMatchObject({ code: 'mfa_verification_rejected' });
  await sql`update intentos set desde = desde - interval '16 minutes' where tipo = 'segundo_paso'`;
  const later = await signIn(email);
  const done = await later.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  expect(done.error).toBeNull();
});

test('a session without its second factor cannot change factors, password or address', async () => {
  const { email } = await createAccount(sql);
  const { id } = await turnOn(email);
  const half = await signIn(email);
  const refusals = [
    (await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Ladrón' })).error,
    (await half.auth.mfa.unenroll({ factorId: id })).error,
    (await half.auth.updateUser({ password: 'Robada123' })).error,
    (await half.auth.updateUser({ email: 'ladron@gmail.com' })).error,
  ];
  expect(refusals.map((error) => [error?.status, error?.code])).toEqual([
    [403, 'insufficient_aal'],
    [422, 'insufficient_aal'],
    [401, 'insufficient_aal'],
    [401, 'insufficient_aal'],
  ]);
  expect((await half.auth.updateUser({ data: { idioma: 'en' } })).error).toBeNull();
});

test("removing a factor lowers the session's level", async () => {
  const { client, id } = await turnOn((await createAccount(sql)).email);
  expect((await client.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
  await client.auth.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' });
  expect((await client.auth.updateUser({ password: 'Nueva1234', current_password: password })).error).toBeNull();
});

test('factor names are unique, and ten factors are the maximum', async () => {
  const client = await signIn((await createAccount(sql)).email);
  await enrol(client);
  const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Móvil' });
  expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  for (let count = 1; count < 10; count += 1) await enrol(client, `App ${count}`);
  const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Una más' });
  expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
});

test('a session of staff with a password alone cannot read tables of the team', async () => {
  const { email } = await createAccount(sql);
  await sql`update usuarios_meta set role = 'admin' where id = (select id from auth.users where email = ${email})`;
  const { client } = await turnOn(email);
  const half = await signIn(email);
  const summary = (who: SupabaseClient) => who.rpc('admin_resumen', { p_dias: 7 });
  expect((await summary(client)).data).not.toMatchObject({ error: 'sin_permiso' });
  expect((await summary(half)).data).toMatchObject({ error: 'sin_permiso' });
  expect((await client.from('auditoria').select('id')).error).toBeNull();
  expect((await half.rpc('quien_soy')).data).toMatchObject({ role: 'admin', mfa_pendiente: true, aal2: false });
  expect((await client.rpc('quien_soy')).data).toMatchObject({ role: 'admin', mfa_pendiente: false, aal2: true });
});
