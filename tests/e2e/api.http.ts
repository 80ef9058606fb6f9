import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { scopes } from '../../lib/api/scopes.ts';
import { clientWith, giveKey, readDescription } from './support/api.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson, createStaff } from './support/people.ts';
import { sell } from './support/sales.ts';

const site = () => process.env.SITE_URL ?? '';

test('a client of the API publishes a version, checks owners, lists sales and manages coupons', async ({ enter }) => {
  const [creator, buyer, description] = [await createPerson(), await createPerson(), await readDescription()];
  const [product, foreign] = [await createProduct({ usuario_id: creator.id }), await createProduct()];
  const older = await createProduct({ usuario_id: creator.id, created_at: '2026-01-01' });
  const api = clientWith(await giveKey(creator, [...scopes]), description);
  const path = { product_id: product.id };

  const key = await api.GET('/key');
  expect(key.data).toMatchObject({ name: 'Prueba', scopes: [...scopes].sort() });
  expect(key.response.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60');
  expect(key.response.headers.get('ratelimit')).toMatch(/^"key";r=599;t=\d+$/);
  expect(key.response.headers.get('cache-control')).toBe('private, no-store');

  // Pages by cursor.
  const first = await api.GET('/products', { params: { query: { limit: 1 } } });
  expect(first.data?.data.map(({ id }) => id)).toEqual([product.id]);
  const cursor = String(first.data?.next_cursor);
  const second = await api.GET('/products', { params: { query: { limit: 1, cursor } } });
  expect([second.data?.data.map(({ id }) => id), second.data?.next_cursor]).toEqual([[older.id], null]);
  const strange = await api.GET('/products', { params: { query: { cursor: 'x' } } });
  expect([strange.response.status, strange.error?.errors?.[0]?.path]).toEqual([422, 'cursor']);

  // A version from CI: an upload, its bytes, and the submission, which may be sent again.
  const bytes = Buffer.from(`PK ${randomUUID()}`);
  const begun = await api.POST('/uploads', { body: { name: 'Mi plugin.jar', bytes: bytes.length } });
  const upload = begun.data ?? { url: '', upload_id: '' };
  const file = {
    upload_id: upload.upload_id,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    name: 'Mi plugin.jar',
  };
  const body = { version: '2.0', changes: 'Vuela', changes_en: 'It flies', compatible: ['1.21'], file };
  const send = (change: object = {}) =>
    api.POST('/products/{product_id}/versions', {
      params: { path, header: { 'Idempotency-Key': 'build-7' } },
      body: { ...body, ...change },
    });
  expect((await send()).error?.code).toBe('file_missing');
  const put = await fetch(upload.url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/zip' } });
  expect(put.status).toBe(200);
  expect((await send({ file: { ...file, bytes: 1 } })).error?.code).toBe('file_incomplete');
  const [sent, again] = [await send(), await send()];
  expect([sent.data, again.data]).toEqual(Array(2).fill({ product_id: product.id, version: '2.0', state: 'pending' }));
  expect((await send({ version: '2.1' })).error?.code).toBe('idempotency_key_reused');
  const revisions =
    await database()`select id, contenido ->> 'download_link' as link, contenido ->> 'version' as version
    from revisiones_producto where producto_id = ${product.id}`;
  expect(revisions).toMatchObject([{ link: upload.upload_id, version: '2.0' }]);
  const detail = await api.GET('/products/{product_id}', { params: { path } });
  expect(detail.data).toMatchObject({ id: product.id, review: { state: 'pending', note: null } });
  // The moderator downloads the bytes that were sent.
  const desk = await enter(await createStaff('moderador'));
  const page = await (await desk.get(`/moderation/${revisions[0]?.id}`)).text();
  const link = /href="([^"]+)"[^>]*>Mi plugin[.]jar</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  expect(await (await desk.get(String(link))).body()).toEqual(bytes);

  // Owners, sales, balance, coupons.
  await giveOrder(buyer, product.slug);
  const owns = (player: string, product_id = product.id) =>
    api.GET('/products/{product_id}/owners/{player}', { params: { path: { product_id, player } } });
  expect((await owns('JUGADOR_1')).data).toMatchObject({ owns: true, editions: [] });
  const stranger = await owns('nadie_1');
  expect(stranger.data).toMatchObject({ owns: false, since: null });
  expect(stranger.response.headers.get('cache-control')).toBe('private, max-age=60');
  await sell(older);
  const sales = await api.GET('/sales', { params: { query: { state: 'held' } } });
  expect(sales.data?.data).toMatchObject([{ product_id: older.id, state: 'held', method: 'card' }]);
  expect(JSON.stringify(sales.data)).not.toContain('jugador');
  expect((await api.GET('/balance')).data?.held_cents).toBe(sales.data?.data[0]?.share_cents);
  const coupon = { product_id: product.id, code: 'verano-26', percent: 10 };
  const made = await api.POST('/coupons', { body: coupon });
  expect((await api.POST('/coupons', { body: coupon })).error?.code).toBe('code_taken');
  expect((await api.POST('/coupons', { body: { ...coupon, percent: 99 } })).error?.errors?.[0]?.path).toBe('percent');
  const listed = await api.GET('/coupons');
  expect(listed.data?.data).toMatchObject([{ id: made.data?.id, code: 'VERANO-26', percent: 10, uses: 0 }]);
  const stop = (id = made.data?.id ?? '') =>
    api.DELETE('/coupons/{coupon_id}', { params: { path: { coupon_id: id } } });
  expect((await stop()).response.status).toBe(204);

  // Objects of other people and missing objects get the same response.
  const bodies = await Promise.all(
    [foreign.id, randomUUID()].flatMap((id) => [
      api.GET('/products/{product_id}', { params: { path: { product_id: id } } }),
      owns('jugador_1', id),
      api.POST('/products/{product_id}/versions', { params: { path: { product_id: id } }, body: { version: '1' } }),
      api.POST('/coupons', { body: { ...coupon, product_id: id } }),
      stop(id),
    ]),
  );
  expect(new Set(bodies.map(({ error, response }) => `${response.status} ${JSON.stringify(error)}`)).size).toBe(1);
  expect(bodies[0]?.response.status).toBe(404);
  expect(description.seen.size).toBeGreaterThan(20);
});

test('the example script publishes a version, and a second run replaces the pending one', async () => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  const key = await giveKey(creator, ['products:write']);
  const folder = await mkdtemp(join(tmpdir(), 'unstore-example-'));
  const file = join(folder, 'plugin.jar');
  await writeFile(file, `PK ${randomUUID()}`);
  const example = join(import.meta.dirname, '../../docs/creators/examples/publish-version.mjs');
  const env = { ...process.env, UNSTORE_URL: site(), UNSTORE_KEY: key, UNSTORE_PRODUCT: product.id };
  const run = () => promisify(execFile)(process.execPath, [example, file, '3.1', 'Más rápido'], { env });
  expect((await run()).stdout).toBe('3.1 is in review.\n');
  await run();
  const sent = await database()`select estado, contenido ->> 'version' as version, contenido ->> 'novedades' as changes
    from revisiones_producto where producto_id = ${product.id} order by enviada_at`;
  const version = { version: '3.1', changes: 'Más rápido' };
  expect(sent).toEqual([
    { estado: 'sustituida', ...version },
    { estado: 'pendiente', ...version },
  ]);
  await rm(folder, { recursive: true });
});

test('invalid keys all get the same response, and invalid requests a specific error', async () => {
  const [creator, description] = [await createPerson(), await readDescription()];
  const product = await createProduct({ usuario_id: creator.id });
  const key = await giveKey(creator, ['products:read', 'products:write']);
  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const response = await fetch(`${site()}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
    const text = await response.text();
    const body = text ? (JSON.parse(text) as { code?: string; errors?: Array<{ path: string }> }) : {};
    return { status: response.status, headers: response.headers, body, text };
  };
  const as = (authorization: string, path = '/products') => ask(path, { headers: { authorization } });
  const wrong = [
    await as('Bearer x'),
    await as(`Basic ${key}`),
    await as(`Bearer ${key.slice(0, -2)}AA`),
    await as(`Bearer ${key}`, '/balance'),
    await as(`Bearer ${key.slice(0, -2)}AA`, '/products?limit=x'),
    await as(`Bearer ${key}`, '/sales?limit=x'),
  ];
  await database()`update llaves_api set caduca_at = now() where usuario_id = ${creator.id}`;
  wrong.push(await as(`Bearer ${key}`));
  await database()`update llaves_api set caduca_at = 'infinity', revocada_at = now() where usuario_id = ${creator.id}`;
  wrong.push(await as(`Bearer ${key}`));
  await database()`update llaves_api set revocada_at = null where usuario_id = ${creator.id}`;
  expect(new Set(wrong.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(wrong[0]).toMatchObject({ status: 403, body: { code: 'forbidden' } });

  const post = (data: string, headers: Record<string, string> = {}) =>
    ask(`/products/${product.id}/versions`, {
      method: 'POST',
      body: data,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const none = await fetch(`${site()}/api/v1/products`);
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  await description.check('GET', none.url, none);
  expect(await ask('')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await post('{')).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await post(`"${'x'.repeat(1_100_000)}"`)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  const unknown = await post('{"version": "1", "chnages": "x"}');
  expect(unknown).toMatchObject({ status: 422, body: { code: 'invalid' } });
  expect((await post('{"version": "1"}', { 'idempotency-key': 'ñ' })).body.errors).toMatchObject([
    { path: 'Idempotency-Key' },
  ]);
  expect((await post('{"version": "1", "compatible": ["nueva"]}')).body.errors).toEqual([
    { path: 'compatible', message: 'compatible' },
  ]);
  expect(await ask('/products/no-uuid')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await ask('/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const method = await ask('/products', { method: 'DELETE' });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(method.headers.get('content-type')).toBe('application/problem+json');

  // A session is not accepted as a key.
  const cookie = { authorization: '', cookie: 'sb-localhost-auth-token=x' };
  expect((await ask('/products', { headers: cookie })).status).toBe(403);
});
