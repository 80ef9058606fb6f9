import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
vi.stubEnv('TRUSTED_PROXIES', '1');
vi.stubEnv('LOG_LEVEL', 'silent');

/** What the database answers by operation, and what it was asked with. */
const answers: Record<string, unknown> = {};
const calls: Record<string, unknown>[] = [];
vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
  const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
  calls.push({ name: String(input).split('/').at(-1), ...body });
  const answer = answers[String(body.p_operacion ?? body.p_accion)];
  return answer instanceof Response ? answer.clone() : Response.json(answer ?? { ok: true });
});
const proven = vi.hoisted(() => [] as unknown[]);
vi.mock('@/lib/api/licences/proof', () => ({
  signProof: async (of: unknown) => {
    proven.push(of);
    return 'signed';
  },
}));

const { serve } = await import('@/lib/api/serve');
const { newKey } = await import('@/lib/api/key');
const { scopes } = await import('@/lib/api/scopes');
const { sha256 } = await import('@/lib/core/security/sha256');

const id = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const at = '2026-11-20T10:00:00.123456+00:00';

let visitors = 0;
/** An address in a network of its own. */
const nextAddress = () => `2001:db8:${(visitors++ % 0xffff).toString(16)}::1`;
type Init = { method?: string; headers?: Record<string, string>; body?: unknown; key?: string | null };
async function ask(path: string, { method = 'GET', headers = {}, body, key = newKey() }: Init = {}) {
  const url = new URL(`https://shop.example/api/v1${path}`);
  const request = new Request(url, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      // Each call comes from an address of its own, so that none is limited by another.
      'x-forwarded-for': nextAddress(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await serve(request, url.pathname.slice('/api/v1'.length));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text ? (JSON.parse(text) as Record<string, unknown>) : null,
  };
}
const post = (path: string, body: unknown, init: Init = {}) => ask(path, { method: 'POST', body, ...init });

/** What the last call of an operation was asked with. */
const asked = (operation: string) => calls.findLast(({ p_operacion }) => p_operacion === operation)?.p_datos;

beforeEach(() => {
  for (const name of Object.keys(answers)) delete answers[name];
  answers.getKey = { ok: true, nombre: 'CI', ambitos: [...scopes], created_at: at, caduca_at: at };
  calls.length = 0;
  proven.length = 0;
});

const productRow = {
  id,
  slug: 'torre',
  nombre: 'Torre',
  nombre_en: 'Tower',
  status: 'approved',
  category: 'plugin',
  precio: '9.99',
  oferta: 4.5,
  disponible: true,
  version: '1.2',
  created_at: at,
  publicado_at: at,
  archivado_at: null,
};
const product = {
  id,
  slug: 'torre',
  name: 'Torre',
  name_en: 'Tower',
  status: 'approved',
  category: 'plugin',
  price_cents: 999,
  offer_cents: 450,
  available: true,
  version: '1.2',
  created_at: at,
  published_at: at,
  archived_at: null,
};

describe('products', () => {
  it('are listed with prices in cents, 25 a page', async () => {
    answers.listProducts = { ok: true, productos: [productRow] };
    const { status, json, headers } = await ask('/products');
    expect([status, json]).toEqual([200, { data: [product], next_cursor: null }]);
    // What a key sees is nobody else's.
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-store', 'Authorization']);
    expect(asked('listProducts')).toEqual({ limite: 26 });
  });

  it('have a next page while there are more', async () => {
    answers.listProducts = { ok: true, productos: [productRow, { ...productRow, id: other }] };
    const { json } = await ask('/products?limit=1');
    expect(json).toMatchObject({ data: [{ id }] });
    expect(asked('listProducts')).toEqual({ limite: 2 });
    await ask(`/products?limit=1&cursor=${json?.next_cursor}`);
    expect(asked('listProducts')).toEqual({ limite: 2, antes_at: at, antes: id });
  });

  it.each(['limit=0', 'limit=101', 'page=2', 'cursor=x'])('are not listed by %s', async (query) => {
    const { status, json } = await ask(`/products?${query}`);
    expect([status, json?.code, json?.errors]).toEqual([422, 'invalid', [expect.anything()]]);
    expect(asked('listProducts')).toBeUndefined();
  });

  const detail = { ...productRow, compatibles: ['1.21'], ediciones: [], versiones: [], revision: null };

  it('come with editions, versions and the state of their review', async () => {
    answers.getProduct = {
      ok: true,
      ...detail,
      ediciones: [{ id: other, nombre: 'Oro', precio: '19.99', oferta: null }],
      versiones: [{ version: '1.2', novedades: 'Vuela', novedades_en: null, compatibles: ['1.21'], created_at: at }],
      revision: {
        estado: 'cambios_pedidos',
        enviada_at: at,
        decidida_at: null,
        motivos: ['nombre'],
        nota: 'Falta la portada',
        posicion: '3',
      },
    };
    expect((await ask(`/products/${id}`)).json).toEqual({
      ...product,
      compatible: ['1.21'],
      editions: [{ id: other, name: 'Oro', price_cents: 1999, offer_cents: null }],
      versions: [{ version: '1.2', changes: 'Vuela', changes_en: null, compatible: ['1.21'], created_at: at }],
      review: {
        state: 'changes_requested',
        sent_at: at,
        decided_at: null,
        position: 3,
        reasons: ['nombre'],
        note: 'Falta la portada',
      },
    });
    expect(asked('getProduct')).toEqual({ producto: id });
    answers.getProduct = { ok: true, ...detail };
    expect((await ask(`/products/${id}`)).json).toMatchObject({ review: null });
  });

  it('answer if a player owns them, cacheable for a minute', async () => {
    answers.checkOwner = { ok: true, tiene: true, desde: at, ediciones: [{ id: other, nombre: 'Oro' }] };
    const { json, headers } = await ask(`/products/${id}/owners/Jugadora_7`);
    const editions = [{ id: other, name: 'Oro' }];
    expect(json).toEqual({ product_id: id, player: 'Jugadora_7', owns: true, since: at, editions });
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(asked('checkOwner')).toEqual({ producto: id, jugador: 'Jugadora_7' });
  });
});

describe('sales', () => {
  const row = (change: object = {}) => ({
    id: '7',
    created_at: at,
    pedido: other,
    producto_id: id,
    nombre: 'Torre',
    edicion: null,
    paquete: null,
    regalo: false,
    metodo: 'tarjeta',
    precio_centimos: '999',
    pagado_centimos: 500,
    parte_centimos: 350,
    neto_centimos: 0,
    libre_at: at,
    estado: 'reembolsada',
    ...change,
  });

  it('have their amounts in cents, and their states and methods in English', async () => {
    answers.listSales = { ok: true, ventas: [row()] };
    const { json } = await ask('/sales');
    expect(json).toEqual({
      data: [
        {
          order_id: other,
          created_at: at,
          product_id: id,
          product: 'Torre',
          edition: null,
          bundle: null,
          is_gift: false,
          method: 'card',
          list_cents: 999,
          paid_cents: 500,
          share_cents: 350,
          net_cents: 0,
          available_at: at,
          state: 'refunded',
        },
      ],
      next_cursor: null,
    });
    expect(asked('listSales')).toEqual({ limite: 26 });
  });

  it.each([
    ['paypal', 'paypal'],
    ['uncoins', 'uncoins'],
    ['gratis', 'free'],
  ])('paid by %s are %s', async (metodo, method) => {
    answers.listSales = { ok: true, ventas: [row({ metodo })] };
    expect((await ask('/sales')).json).toMatchObject({ data: [{ method }] });
  });

  it('are filtered by product, state and days, and continue after a sale', async () => {
    answers.listSales = { ok: true, ventas: [row(), row({ id: 6 })] };
    const { json } = await ask(`/sales?limit=1&product_id=${id}&state=partly_refunded&from=2026-11-01&to=2026-11-30`);
    const filters = { producto: id, estado: 'reembolsada_en_parte', desde: '2026-11-01', hasta: '2026-11-30' };
    expect(asked('listSales')).toEqual({ ...filters, limite: 2 });
    await ask(`/sales?cursor=${json?.next_cursor}`);
    expect(asked('listSales')).toEqual({ antes_at: at, antes: '7', limite: 26 });
  });
});

test('a balance is in cents', async () => {
  answers.getBalance = {
    ok: true,
    total_centimos: '1',
    disponible_centimos: 2,
    retenido_centimos: 3,
    en_disputa_centimos: 4,
    reservado_centimos: 5,
    pagado_centimos: 6,
    deuda_centimos: 7,
    dias_retencion: 8,
    proximo_at: at,
  };
  expect((await ask('/balance')).json).toEqual({
    total_cents: 1,
    available_cents: 2,
    held_cents: 3,
    disputed_cents: 4,
    in_payout_cents: 5,
    paid_cents: 6,
    debt_cents: 7,
    holding_days: 8,
    next_at: at,
  });
});

test('a key can be read with its scopes and its expiry', async () => {
  answers.getKey = { ok: true, nombre: 'CI', ambitos: ['sales:read'], created_at: at, caduca_at: at };
  const { status, json } = await ask('/key');
  expect([status, json]).toEqual([200, { name: 'CI', scopes: ['sales:read'], created_at: at, expires_at: at }]);
});

describe('coupons', () => {
  const row = {
    id,
    codigo: 'VERANO',
    slug: 'torre',
    percent_discount: 15,
    descuento_centimos: null,
    minimo_centimos: 500,
    desde_at: at,
    caduca_at: null,
    parado_at: null,
    usos_max: 100,
    usos_por_usuario: 1,
    created_at: at,
    usos: 3,
    vendido_centimos: '3000',
    regalado_centimos: '450',
  };

  it('are listed with their use', async () => {
    answers.listCoupons = { ok: true, cupones: [row, { ...row, id: other }] };
    const { json } = await ask('/coupons?limit=1');
    expect(json?.data).toEqual([
      {
        id,
        code: 'VERANO',
        product_slug: 'torre',
        percent: 15,
        amount_cents: null,
        minimum_cents: 500,
        from: at,
        to: null,
        stopped_at: null,
        max_uses: 100,
        max_uses_per_person: 1,
        created_at: at,
        uses: 3,
        sold_cents: 3000,
        given_cents: 450,
      },
    ]);
    expect(asked('listCoupons')).toEqual({ limite: 2 });
    await ask(`/coupons?cursor=${json?.next_cursor}`);
    expect(asked('listCoupons')).toEqual({ limite: 26, antes_at: at, antes: id });
  });

  const coupon = { product_id: id, code: 'VERANO' };

  it('are made by percentage or amount, with limits', async () => {
    answers.createCoupon = { ok: true, cupon_id: other };
    const { status, json } = await post('/coupons', { ...coupon, percent: 15 });
    expect([status, json]).toEqual([201, { id: other }]);
    expect(asked('createCoupon')).toEqual({ producto: id, codigo: 'VERANO', porcentaje: 15 });
    const limits = { from: '2026-12-01', to: '2026-12-31', max_uses: 9, max_uses_per_person: 2 };
    await post('/coupons', { ...coupon, amount_cents: 200, minimum_cents: 500, ...limits });
    expect(asked('createCoupon')).toEqual({
      producto: id,
      codigo: 'VERANO',
      centimos: 200,
      minimo_centimos: 500,
      desde: '2026-12-01',
      hasta: '2026-12-31',
      usos_max: 9,
      usos_por_usuario: 2,
    });
  });

  it.each([[{}], [{ percent: 15, amount_cents: 200 }]])(
    'with both or neither discount are refused: %j',
    async (given) => {
      const { status, json } = await post('/coupons', { ...coupon, ...given });
      const errors = [{ path: 'percent', message: 'either percent or amount_cents' }];
      expect([status, json]).toEqual([422, expect.objectContaining({ code: 'invalid', errors })]);
      expect(asked('createCoupon')).toBeUndefined();
    },
  );

  it('are stopped with an empty answer', async () => {
    const { status, json, headers } = await ask(`/coupons/${id}`, { method: 'DELETE' });
    expect([status, json, headers.get('content-type')]).toEqual([204, null, null]);
    expect(asked('stopCoupon')).toEqual({ cupon: id });
  });

  it.each([
    ['codigo_ocupado', 409, 'code_taken', undefined],
    ['demasiados_cupones', 409, 'too_many_coupons', undefined],
    ['cuenta_deshabilitada', 403, 'account_disabled', undefined],
    ['no_existe', 404, 'not_found', undefined],
    ['otra_peticion', 422, 'idempotency_key_reused', undefined],
    ['codigo_no_valido', 422, 'invalid', 'code'],
    ['descuento_excesivo', 422, 'invalid', 'percent'],
    ['fechas_no_validas', 422, 'invalid', 'from'],
    ['datos_no_validos', 422, 'invalid', undefined],
  ])('that the database refuses with %s answer %i %s (%s)', async (error, status, code, path) => {
    answers.createCoupon = { ok: false, error };
    const refused = await post('/coupons', { ...coupon, percent: 15, from: '2030-01-01' });
    expect([refused.status, refused.json?.code]).toEqual([status, code]);
    expect(refused.json?.type).toBe(`/developers#${code}`);
    expect(refused.json?.errors).toEqual(path && [{ path, message: expect.stringMatching(/./) }]);
  });

  it('over the limit of an hour are refused with Retry-After', async () => {
    answers.createCoupon = { ok: false, error: 'demasiados_intentos' };
    const { status, headers } = await post('/coupons', { ...coupon, percent: 15 });
    expect([status, headers.get('retry-after')]).toEqual([429, '600']);
  });
});

describe('licences', () => {
  const found = { ok: true, valida: true, licencia_id: other, edicion_id: null, activada: true, usadas: 1, maximo: 3 };
  const licence = { license_key: 'abcd-efgh-1', product_id: id };
  const onServer = { ...licence, instance: 'lobby' };
  const open = (action: string, body: unknown) => post(`/licenses/${action}`, body, { key: null });

  it.each([
    ['validate', 'validar'],
    ['activate', 'activar'],
    ['deactivate', 'desactivar'],
  ])('are asked to %s without a key of the API', async (action, p_accion) => {
    answers[p_accion] = found;
    const { status, json } = await open(action, onServer);
    expect(calls).toEqual([
      { name: 'licencia_v1', p_accion, p_clave: 'abcd-efgh-1', p_producto: id, p_nombre: 'lobby' },
    ]);
    expect([status, json]).toEqual([
      200,
      {
        valid: true,
        activated: true,
        license: { id: other, product_id: id, edition_id: null, activations: 1, activation_limit: 3 },
        proof: 'signed',
      },
    ]);
    expect(proven).toEqual([{ licenceId: other, productId: id, instance: 'lobby' }]);
  });

  it('have a proof only while they are active on the named server', async () => {
    answers.validar = { ...found, activada: false };
    expect((await open('validate', onServer)).json).toMatchObject({ valid: true, activated: false, proof: null });
    answers.validar = found;
    expect((await open('validate', licence)).json).toMatchObject({ valid: true, proof: null });
    expect(calls.at(-1)).toMatchObject({ p_nombre: null });
    expect(proven).toEqual([]);
  });

  it('that are not valid return nothing else', async () => {
    answers.validar = { ok: true, valida: false };
    const { json } = await open('validate', onServer);
    expect(json).toEqual({ valid: false, activated: false, license: null, proof: null });
  });

  it('are not activated beyond their limit of servers', async () => {
    answers.activar = { ok: false, error: 'sin_activaciones' };
    expect(await open('activate', onServer)).toMatchObject({ status: 409, json: { code: 'no_activations_left' } });
  });

  it('are activated with the name of a server only', async () => {
    expect(await open('activate', licence)).toMatchObject({ status: 422, json: { errors: [{ path: 'instance' }] } });
  });

  it('are limited to sixty calls a minute, independent of the notation of the key', async () => {
    answers.validar = { ok: true, valida: false };
    const license_key = newKey();
    const unlike = license_key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    for (let time = 0; time < 60; time += 1) {
      const allowed = await open('validate', { ...licence, license_key: time % 2 ? unlike : ` ${license_key}` });
      expect([allowed.status, allowed.headers.get('ratelimit')]).toEqual([200, `"key";r=${59 - time};t=60`]);
    }
    const refused = await open('validate', { ...licence, license_key });
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, expect.stringMatching(/^"key";r=0;/)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"key";q=60;w=60');
  });

  it('answer 503 in an outage', async () => {
    answers.validar = new Response('{}', { status: 503 });
    const { status, headers } = await open('validate', licence);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });
});

describe('a call', () => {
  const coupon = { product_id: id, code: 'VERANO', percent: 15 };
  const code = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json?.code];

  it('without a key is refused with WWW-Authenticate', async () => {
    const refused = await ask('/key', { key: null });
    expect([...code(refused), refused.headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
  });

  it.each([
    ['another scheme', `Basic ${newKey()}`],
    ['something longer', `Bearer ${newKey()}x`],
    ['something before it', `Bearer x${newKey()}`],
    ['two words', `Bearer ${newKey()} x`],
    ['something before the scheme', `My Bearer ${newKey()}`],
  ])('with %s is refused without asking the database', async (_what, authorization) => {
    expect(code(await ask('/key', { key: null, headers: { authorization } }))).toEqual([403, 'forbidden']);
    expect(calls).toEqual([]);
  });

  it('with several blanks before its key is answered', async () => {
    const authorization = `bearer   ${newKey()}`;
    expect(code(await ask('/key', { key: null, headers: { authorization } }))).toEqual([200, undefined]);
  });

  it('to an unknown address answers 404, and with a wrong method 405', async () => {
    expect(code(await ask('/keys'))).toEqual([404, 'not_found']);
    expect(code(await ask('/products/a/b/c'))).toEqual([404, 'not_found']);
    const refused = await ask('/coupons', { method: 'DELETE' });
    expect([...code(refused), refused.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, POST, HEAD, OPTIONS',
    ]);
    expect((await ask('/key', { method: 'HEAD' })).status).toBe(200);
  });

  it('with a malformed id answers 404, as with an unknown one', async () => {
    answers.getKey = { ok: true, ambitos: ['products:read'] };
    expect(code(await ask('/products/torre'))).toEqual([404, 'not_found']);
  });

  it.each([
    ['no JSON', '{', {}, [400, 'invalid_json']],
    ['nothing', '', {}, [400, 'invalid_json']],
    ['a megabyte', JSON.stringify('a'.repeat(1_000_000)), {}, [413, 'too_large']],
    ['another type', '{}', { 'content-type': 'text/plain' }, [415, 'unsupported_type']],
    ['a type within another', '{}', { 'content-type': 'text/application/json' }, [415, 'unsupported_type']],
    ['an unknown value', { ...coupon, color: 'red' }, {}, [422, 'invalid']],
  ])('with %s in its body is refused', async (_what, body, headers, refused) => {
    expect(code(await post('/coupons', body, { headers }))).toEqual(refused);
    expect(asked('createCoupon')).toBeUndefined();
  });

  it('without a content type is refused', async () => {
    const key = newKey();
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': nextAddress() };
    const body = new TextEncoder().encode(JSON.stringify(coupon));
    const request = new Request('https://shop.example/api/v1/coupons', { method: 'POST', headers, body });
    expect((await serve(request, '/coupons')).status).toBe(415);
  });

  it('names the fields with wrong values', async () => {
    const { json } = await post('/coupons', { ...coupon, code: 'x', percent: 101 });
    expect(json?.errors).toMatchObject([{ path: 'code' }, { path: 'percent' }]);
    const cut = await post('/coupons', { ...coupon, code: 'VERANO\0' });
    expect(cut.json?.errors).toEqual([{ path: '', message: 'a character that is none' }]);
  });

  it.each([
    ['a scope that it lacks', { ok: true, ambitos: ['coupons:read'] }],
    ['no valid key', { ok: false, error: 'sin_permiso' }],
  ])('with %s is told so before a wrong value', async (_what, key) => {
    answers.getKey = key;
    expect(code(await post('/coupons', { ...coupon, percent: 101 }))).toEqual([403, 'forbidden']);
  });

  it('of one address with sixty wrong keys is refused for ten minutes', async () => {
    const headers = { 'x-forwarded-for': nextAddress() };
    for (let time = 0; time < 60; time += 1) {
      const malformed = { key: null, headers: { ...headers, authorization: 'Bearer x' } };
      expect((await ask('/key', malformed)).status).toBe(403);
    }
    expect(calls).toEqual([]);
    const refused = await ask('/key', { headers });
    expect(code(refused)).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers.get('retry-after'));
    expect([wait > 500, wait <= 600]).toEqual([true, true]);
  });

  it('of one key is counted, and refused after 600 a minute', async () => {
    const key = newKey();
    const first = await ask('/key', { key });
    const limit = (name: string) => first.headers.get(name);
    expect([limit('ratelimit'), limit('ratelimit-policy')]).toEqual(['"key";r=599;t=60', '"key";q=600;w=60']);
  });

  it('sends the hash of its key', async () => {
    const key = newKey();
    await ask('/key', { key });
    const sent = { p_llave: sha256(key), p_operacion: 'getKey', p_datos: {}, p_clave: null, p_huella: null };
    expect(calls).toEqual([{ name: 'api_v1', ...sent }]);
  });
});

describe('a repeated change', () => {
  const coupon = { product_id: id, code: 'VERANO', percent: 15 };
  const once = { 'idempotency-key': 'build-7' };
  const sent = () => calls.map(({ p_clave, p_huella }) => [p_clave, p_huella]);
  beforeEach(() => {
    answers.createCoupon = { ok: true, cupon_id: other };
  });

  it('has the same key and hash, and a different body has a different hash', async () => {
    await post('/coupons', coupon, { headers: once });
    await post('/coupons', coupon, { headers: once });
    await post('/coupons', { ...coupon, percent: 16 }, { headers: once });
    const [first, second, third] = sent();
    expect(first).toEqual(['build-7', expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(second).toEqual(first);
    expect(third?.[1]).not.toBe(first?.[1]);
  });

  it.each(['', 'a b', 'á', 'a'.repeat(256)])('with the key %j is refused', async (key) => {
    const { status, json } = await post('/coupons', coupon, { headers: { 'idempotency-key': key } });
    const errors = [{ path: 'Idempotency-Key', message: '1 to 255 visible ASCII characters' }];
    expect([status, json?.errors]).toEqual([422, errors]);
  });

  it('may have a key of 255 characters, and a read ignores its key', async () => {
    expect((await post('/coupons', coupon, { headers: { 'idempotency-key': 'a'.repeat(255) } })).status).toBe(201);
    await ask('/key', { headers: { 'idempotency-key': 'á' } });
    expect(sent().at(-1)).toEqual([null, null]);
  });
});
