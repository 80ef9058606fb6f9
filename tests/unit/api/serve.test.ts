import { beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
vi.stubEnv('TRUSTED_PROXIES', '1');

const answerOf = vi.fn<(name: string, body: Record<string, unknown>) => unknown>();
vi.stubGlobal('fetch', async (input: URL | string | Request, init?: RequestInit) => {
  const name =
    String(input instanceof Request ? input.url : input)
      .split('/')
      .at(-1) ?? '';
  const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
  const answer = answerOf(name, body);
  return answer instanceof Response ? answer : Response.json(answer);
});

const { serve } = await import('@/lib/api/serve');
const { newKey } = await import('@/lib/api/key');

const ask = (path: string, key: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.7' };
  const url = new URL(`https://shop.example/api/v1${path}`);
  return serve(
    new Request(url, { ...init, headers: { ...headers, ...(init.headers as object) } }),
    url.pathname.slice(7),
  );
};

beforeEach(() => {
  answerOf.mockReset().mockReturnValue({ ok: true, productos: [] });
});

it('a key has six hundred calls a minute, and each response contains the remaining number', async () => {
  const key = newKey();
  const first = await ask('/products', key);
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"key";r=599;t=60']);
  for (let at = 0; at < 599; at += 1) await ask('/products', key);
  const refused = await ask('/products', key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d?$/)]);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(await refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await ask('/products', newKey())).status).toBe(200);
});

it('the database gets the hash of the key, not the key', async () => {
  const key = newKey();
  await ask('/products', key);
  const [name, sent] = answerOf.mock.calls[0] ?? [];
  expect([name, sent?.p_operacion]).toEqual(['api_v1', 'listProducts']);
  expect(sent?.p_llave).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(sent)).not.toContain(key);
});

it('an address with sixty invalid keys is rate-limited, even with a valid one', async () => {
  answerOf.mockReturnValue({ ok: false, error: 'sin_permiso' });
  for (let at = 0; at < 60; at += 1) expect((await ask('/products', newKey())).status).toBe(403);
  answerOf.mockReturnValue({ ok: true, productos: [] });
  const refused = await ask('/products', newKey());
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  // With the address of a proxy, the shop cannot distinguish visitors, and blocks nobody.
  const inside = { headers: { 'x-forwarded-for': '10.0.0.1' } };
  expect((await ask('/products', newKey(), inside)).status).toBe(200);
});

it('an outage is a 503 with a delay, and a failure is a 500 without details', async () => {
  const other = { headers: { 'x-forwarded-for': '203.0.113.8' } };
  answerOf.mockReturnValue(new Response('{}', { status: 503 }));
  const outage = await ask('/products', newKey(), other);
  expect([outage.status, outage.headers.get('retry-after')]).toEqual([503, '5']);
  answerOf.mockReturnValue({ ok: true, productos: [{ id: 'secret' }] });
  const failed = await ask('/products', newKey(), other);
  expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
});

it.each([
  ['descuento_excesivo', { percent: 90 }, ['percent']],
  ['descuento_excesivo', { amount_cents: 900 }, ['amount_cents']],
  ['fechas_no_validas', { percent: 10, from: '2020-01-01' }, ['from']],
  ['fechas_no_validas', { percent: 10, to: '2020-01-01' }, ['to']],
  ['fechas_no_validas', { percent: 10, from: '2020-01-01', to: '2020-01-02' }, ['from', 'to']],
])('a coupon refused with %s for %j names %j', async (error, sent, paths) => {
  answerOf.mockReturnValue({ ok: false, error });
  const product_id = '00000000-0000-4000-8000-000000000001';
  const refused = await ask('/coupons', newKey(), {
    method: 'POST',
    body: JSON.stringify({ product_id, code: 'VERANO', ...sent }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.10' },
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'invalid', errors: paths.map((path) => ({ path })) },
  ]);
});

it('a text with a character that the database cannot store is not valid', async () => {
  const post = (path: string, body: object) =>
    ask(path, newKey(), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    });
  const product_id = '00000000-0000-4000-8000-000000000001';
  answerOf.mockImplementation((_, { p_operacion, p_clave }) =>
    /\\u(0000|d83d)/.test(JSON.stringify([p_operacion, p_clave]))
      ? Response.json({ message: 'unsupported Unicode escape sequence' }, { status: 400 })
      : { ok: true, ambitos: ['products:write'], valida: false },
  );
  for (const [path, body] of [
    ['/licenses/validate', { license_key: 'AAAA\0BBBB', product_id }],
    [`/products/${product_id}/versions`, { version: '2.0', changes: 'Vuela\0' }],
    // A changelog that was cut within an emoji.
    [`/products/${product_id}/versions`, { version: '2.0', changes: '🏰'.slice(0, 1) }],
  ] as const) {
    const refused = await post(path, body);
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'invalid' }]);
  }
});
