/** @module-tag nightly */
import { createHmac, randomBytes } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { chooseRealServices } from '@unstore/local-supabase';
import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// The behaviour of hosted Storage's resumable uploads that the shop relies on: with STORAGE_SOURCE this file runs on the
// real Storage, whose tokens have other claims than the forged ones here.
const isReal = Boolean(chooseRealServices().storageSource);
const db = await openDatabase();
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (claims: object) => {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', secrets.jwt).update(body).digest('base64url')}`;
};
const now = () => Math.floor(Date.now() / 1000);
const storageOf = (sub: string) =>
  createClient(api.url, secrets.publishableKey, {
    accessToken: async () =>
      sign({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal2', iat: now(), exp: now() + 600 }),
  }).storage.from('descargas');

/** Content of a file, as the shop reads it. */
const contentOf = async (name: string) => {
  const { data } = await createClient(api.url, secrets.secretKey).storage.from('descargas').download(name);
  return data && Buffer.from(await data.arrayBuffer());
};

const endpoint = `${api.url}/storage/v1/upload/resumable/sign`;
const tus = (token: string, more: Record<string, string> = {}) => ({
  'tus-resumable': '1.0.0',
  'x-signature': token,
  ...more,
});
const named = (name: string) =>
  `bucketName ${Buffer.from('descargas').toString('base64')},objectName ${Buffer.from(name).toString('base64')}`;
const begin = (token: string, name: string, bytes: number) =>
  fetch(endpoint, {
    method: 'POST',
    headers: tus(token, { 'upload-length': String(bytes), 'upload-metadata': named(name) }),
  });
const send = (url: string, token: string, offset: number, body: Buffer) =>
  fetch(url, {
    method: 'PATCH',
    headers: tus(token, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
    body: new Uint8Array(body),
  });
const offsetOf = async (url: string, token: string) =>
  (await fetch(url, { method: 'HEAD', headers: tus(token) })).headers.get('upload-offset');

async function permit(user: string, bytes: number) {
  const { ruta } = await db.callAs<Answer>(user, 'permitir_subida', { p_nombre: 'torre.zip', p_bytes: bytes });
  const name = String(ruta).slice('descargas/'.length);
  const { data } = await storageOf(user).createSignedUploadUrl(name);
  return { name, token: data?.token ?? '' };
}

test('a file is uploaded in parts, resumes with a new token, and exists after its last byte', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const file = randomBytes(1_000_000);
  const { name, token } = await permit(creator, file.length);
  const begun = await begin(token, name, file.length);
  const url = begun.headers.get('location') ?? '';
  expect([begun.status, url.startsWith(`${endpoint}/`)]).toEqual([201, true]);
  expect((await send(url, token, 0, file.subarray(0, 400_000))).status).toBe(204);
  expect(await contentOf(name)).toBeNull();
  // Another token for the same name, as after two hours or a reload.
  const { data } = await storageOf(creator).createSignedUploadUrl(name);
  const next = data?.token ?? '';
  expect(await offsetOf(url, next)).toBe('400000');
  expect((await send(url, next, 0, file.subarray(0, 10))).status).toBe(409);
  expect((await send(url, next, 400_000, file.subarray(400_000))).status).toBe(204);
  const stored = await contentOf(name);
  expect(stored?.equals(file)).toBe(true);
  for (const person of [creator, stranger]) {
    expect((await storageOf(person).createSignedUrl(name, 60)).data).toBeNull();
  }
  // The name is taken: the reviewed file is the one that is sold. Storage reports the conflict at the end.
  const again = await begin(next, name, 10);
  const refused = await send(again.headers.get('location') ?? '', next, 0, Buffer.alloc(10));
  expect([again.status, refused.status, await refused.text()]).toEqual([
    201,
    409,
    expect.stringContaining('already exists'),
  ]);
  expect((await contentOf(name))?.equals(file)).toBe(true);
});

test.skipIf(isReal)('an overwriting token uploads a file once, without replacing it', async () => {
  const creator = await createUser(sql);
  const { name } = await permit(creator, 10);
  const over = sign({
    sub: name,
    bucket: 'descargas',
    intent: 'upload',
    owner: creator,
    upsert: true,
    exp: now() + 60,
  });
  const [first, second] = [await begin(over, name, 10), await begin(over, name, 10)].map(
    ({ headers }) => headers.get('location') ?? '',
  );
  expect((await send(String(first), over, 0, Buffer.alloc(10, 'a'))).status).toBe(204);
  // One upload is in progress when the file is completed, and one begins later.
  const third = (await begin(over, name, 10)).headers.get('location') ?? '';
  for (const late of [String(second), third]) {
    expect((await send(late, over, 0, Buffer.alloc(10, 'b'))).status).toBe(409);
  }
  expect(String(await contentOf(name))).toBe('a'.repeat(10));
});

test('a token is valid for one object of this storage, for two hours', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const [mine, theirs] = [await permit(creator, 10), await permit(stranger, 10)];
  expect((await storageOf(stranger).createSignedUploadUrl(mine.name)).data).toBeNull();
  expect((await begin(theirs.token, mine.name, 10)).status).toBe(400);
  expect((await begin(`${mine.token}x`, mine.name, 10)).status).toBe(400);
  expect((await begin('', mine.name, 10)).status).toBe(400);
  const old = { sub: mine.name, bucket: 'descargas', intent: 'upload', owner: creator, exp: now() - 1 };
  expect((await begin(sign(old), mine.name, 10)).status).toBe(400);
  expect((await begin(sign({ ...old, exp: now() + 60, intent: 'download' }), mine.name, 10)).status).toBe(400);
  const url = (await begin(mine.token, mine.name, 10)).headers.get('location') ?? '';
  expect((await send(url, theirs.token, 0, Buffer.alloc(10))).status).toBe(400);
  expect(await offsetOf(url, mine.token)).toBe('0');
});

test('the bucket limits the size of a file', async () => {
  const { name, token } = await permit(await createUser(sql), 10);
  expect((await begin(token, name, 5 * 1024 ** 3 + 1)).status).toBe(413);
  expect((await begin(token, name, 5 * 1024 ** 3)).status).toBe(201);
});

test('preflight requests are allowed from the shop’s pages', async () => {
  for (const [path, method] of [
    ['', 'POST'],
    ['/an-upload', 'PATCH'],
  ]) {
    const answer = await fetch(`${endpoint}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': String(method),
        'access-control-request-headers': 'tus-resumable,x-signature',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-signature');
  }
});
