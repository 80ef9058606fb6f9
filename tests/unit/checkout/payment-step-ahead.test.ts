import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openHandover } from '@/lib/account/identity/handover';
import { answerPaymentStepAhead } from '@/lib/checkout/ahead';
import { announceTags } from '@/lib/core/cache/shared/tag-log.mjs';
import { callsAhead, isPageReused, requestContext } from '@/lib/core/request/context';
import { callSupabase } from '@/lib/core/supabase/calls';

const env = {
  SUPABASE_URL: 'http://api',
  SUPABASE_PUBLISHABLE_KEY: 'key',
  SITE_URL: 'http://shop',
  CRON_SECRET: 'secret',
};
vi.mock('@/lib/core/env', () => ({ env: () => env, isDevelopment: false }));

type Row = Record<string, unknown>;
const person = (name: string, more: Row = {}): Row => ({
  id: `id of ${name}`,
  display_name: `The ${name}`,
  username: name,
  avatar_url: '/default-avatar.webp',
  role: 'user',
  club: false,
  reputacion: 'buena',
  banned_until: null,
  ban_motivo: null,
  mfa_pendiente: false,
  mfa_activa: false,
  aal2: false,
  uncoins: 5,
  avisos: 0,
  favoritos: 0,
  siguiendo: [],
  ...more,
});

/** What the database says of everybody by their access token, and what they would pay. */
let rows: Record<string, Row | null>;
const quotes = vi.fn(() => '{"cotizaciones":{}}');
/** What the page does while it is rendered. */
let page: (request: IncomingMessage) => Promise<string>;
let rendered: number;
let isClosed: boolean;
let server: Server;

const api: typeof fetch = async (input, init) => {
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  return String(input).endsWith('quien_soy') ? Response.json(rows[token] ?? null) : new Response(quotes());
};

const shop: RequestListener = async (request, response) => {
  rendered += 1;
  const nonce = `${rendered}`.padStart(24, 'a');
  const headers = { 'content-security-policy': `script-src 'nonce-${nonce}'`, 'cache-control': 'private, no-store' };
  const text = await page(request);
  response.writeHead(200, headers).end(`<body><script nonce="${nonce}"></script>${text} ${rendered}</body></html>`);
};

beforeAll(async () => {
  vi.stubGlobal('fetch', vi.fn(api));
  answerPaymentStepAhead(async () => isClosed);
  server = createServer(shop);
  // As `noteRequests` does.
  const { emit } = server;
  server.emit = ((...event: Parameters<typeof emit>) =>
    requestContext.run({ id: 'a request' }, () => emit.apply(server, event))) as typeof emit;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.mocked(fetch).mockClear();
  rows = { ana: person('ana'), bea: person('bea') };
  page = async () => 'page';
  rendered = 0;
  isClosed = false;
});

afterEach(async () => {
  vi.useRealTimers();
  await announceTags('everything');
});

const session = (token: string, seconds = 3_600) => {
  const text = JSON.stringify({ access_token: token, expires_at: Math.floor(Date.now() / 1_000) + seconds });
  return `sb-shop-auth-token=base64-${Buffer.from(text).toString('base64url')}`;
};

const path = '/checkout?producto=fragua-arcana';

async function open(who: string, to = path, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = { cookie: session(who), ...headers };
  const response = await new Promise<IncomingMessage>((resolve) =>
    request({ host: '127.0.0.1', port, path: to, headers: sent }, resolve).end(),
  );
  const bytes = Buffer.concat(await response.toArray());
  const isPacked = response.headers['content-encoding'] === 'gzip';
  return { headers: response.headers, html: (isPacked ? gunzipSync(bytes) : bytes).toString() };
}
const nameIn = (html: string) => /"username":"(\w+)"/.exec(html)?.[1];
const numberIn = (html: string) => Number(/page.* (\d+)/.exec(html)?.[1]);

test('who would get the same page gets it, with their own name and nonce in it', async () => {
  const [first, second] = [await open('ana'), await open('bea')];
  expect([first, second].map(({ html }) => [nameIn(html), numberIn(html)])).toEqual([
    ['ana', 1],
    ['bea', 1],
  ]);
  expect(second.html).not.toContain('ana');
  expect([first, second].map(({ headers }) => headers.age)).toEqual([undefined, '0']);
  expect(second.headers['cache-control']).toBe('private, no-store');
  const nonces = [first, second].map(({ html }) => /nonce="([^"]+)"/.exec(html)?.[1]);
  expect(nonces[0]).not.toBe(nonces[1]);
  for (const [at, { headers }] of [first, second].entries()) {
    expect(headers['content-security-policy']).toBe(`script-src 'nonce-${nonces[at]}'`);
  }
});

test('each is asked who they are and what they would pay, and the page asks for neither again', async () => {
  page = async ({ headers }) => {
    const told = await openHandover(String(headers['x-unstore-person']), 'ana');
    const call = vi.mocked(fetch).mock.calls.at(-1) as Parameters<typeof fetch>;
    return `page of ${JSON.stringify(told).length} ${(await (await callSupabase(...call)).text()).length}`;
  };
  await open('ana');
  await open('bea');
  const asked = vi
    .mocked(fetch)
    .mock.calls.map(([input, init]) => [
      String(input).split('/').at(-1),
      new Headers(init?.headers).get('authorization'),
    ]);
  expect(asked).toEqual([
    ['quien_soy', 'Bearer ana'],
    ['pagina_de_pago', 'Bearer ana'],
    ['quien_soy', 'Bearer bea'],
    ['pagina_de_pago', 'Bearer bea'],
  ]);
  expect(rendered).toBe(1);
});

test('what is compressed for one is not for another', async () => {
  const packed = await open('ana', path, { 'accept-encoding': 'gzip' });
  const plain = await open('bea');
  const again = await open('ana', path, { 'accept-encoding': 'gzip, br' });
  expect([packed, plain, again].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined, 'gzip']);
  expect([packed, plain, again].map(({ html }) => nameIn(html))).toEqual(['ana', 'bea', 'ana']);
  expect(rendered).toBe(1);
});

test.each<[what: string, change: () => void, to?: string, headers?: Record<string, string>]>([
  ['another price', () => quotes.mockReturnValueOnce('{"cotizaciones":{"tarjeta":{}}}')],
  ['another balance', () => Object.assign(rows, { bea: person('bea', { uncoins: 6 }) })],
  ['another product', () => {}, '/checkout?producto=neon-sur'],
  ['another edition', () => {}, `${path}&edicion=00000000-0000-4000-8000-000000000001`],
  ['another language', () => {}, path, { 'accept-language': 'en' }],
  ['a reload', () => {}, path, { 'cache-control': 'max-age=0' }],
])('%s makes another page', async (_what, change, to, headers) => {
  change();
  await open('ana');
  expect(numberIn((await open('bea', to, headers)).html)).toBe(2);
});

test('a page is reused for three seconds, and not after anything has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await open('ana');
  vi.advanceTimersByTime(2_999);
  expect(numberIn((await open('bea')).html)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(numberIn((await open('bea')).html)).toBe(2);
  await announceTags('a product');
  expect(numberIn((await open('bea')).html)).toBe(3);
});

test('a page that began before a change is not kept', async () => {
  page = async () => {
    if (rendered === 1) await announceTags('a product');
    return 'page';
  };
  await open('ana');
  expect(numberIn((await open('bea')).html)).toBe(2);
});

test.each<[what: string, page: () => Promise<string>]>([
  [
    'has read anything else of somebody',
    async () => {
      await callSupabase('http://api/rest/v1/pagos', { headers: { authorization: 'Bearer ana' } });
      return 'page';
    },
  ],
  ['names who asked', async () => 'page of The ana'],
  ['says whom they follow', async () => 'page with id of cid'],
  ['holds their id', async () => 'page of id of ana'],
  ['is not whole', async () => '<template data-dgst="1"></template>page'],
])('a page that %s is nobody else’s', async (_what, made) => {
  rows.ana = person('ana', { siguiendo: [{ id: 'id of cid', display_name: 'The cid', avatar_url: '/' }] });
  page = made;
  expect(nameIn((await open('ana')).html)).toBe('ana');
  page = async () => 'page';
  expect(numberIn((await open('bea')).html)).toBe(2);
});

test.each<[what: string, who: string, to?: string, headers?: Record<string, string>]>([
  ['a visitor', '', path, { cookie: 'a=b' }],
  ['a coupon', 'ana', `${path}&cupon=VERANO`],
  ['a gift', 'ana', `${path}&destinatario=bea`],
  ['a bundle', 'ana', '/checkout?bundle=00000000-0000-4000-8000-000000000001'],
  ['who comes back from the provider', 'ana', `${path}&cancelado=1`],
  ['a product twice', 'ana', `${path}&producto=neon-sur`],
  ['a part of the page, for the router', 'ana', path, { rsc: '1' }],
  ['an action', 'ana', path, { 'next-action': 'x' }],
])('%s is left to Next.js, and nobody is asked', async (_what, who, to, headers) => {
  page = async () => `page ${callsAhead()} ${isPageReused()}`;
  const { html } = await open(who, to, headers);
  expect(html).toContain('page undefined false 1');
  expect(fetch).not.toHaveBeenCalled();
});

test.each<[what: string, row: Row | null]>([
  ['a banned person', person('ana', { banned_until: '2999-01-01' })],
  ['somebody without their second step', person('ana', { mfa_pendiente: true })],
  ['somebody without an account', null],
])('%s is left to the gates', async (_what, row) => {
  rows.ana = row;
  page = async () => `page ${isPageReused()}`;
  expect((await open('ana')).html).toContain('page false 1');
  expect(fetch).toHaveBeenCalledOnce();
});

test('a closed shop is left to the gates, whatever is in memory', async () => {
  await open('ana');
  isClosed = true;
  expect(numberIn((await open('bea')).html)).toBe(2);
});

test('where the database cannot be asked, Next.js tells so', async () => {
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('away'));
  page = async () => `page ${isPageReused()}`;
  expect((await open('ana')).html).toContain('page false 1');
});

test('who waits too long for the database is shown the beginning of the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let answer = (_response: Response) => {};
  vi.mocked(fetch).mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  page = async () => {
    const asked = { method: 'POST', headers: { authorization: 'Bearer ana' }, body: '{}' };
    const told = callSupabase('http://api/rest/v1/rpc/quien_soy', asked);
    answer(Response.json(person('ana')));
    return `page ${isPageReused()} for ${(await (await told).json()).username}`;
  };
  const opened = open('ana');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await opened).html).toContain('page false for ana');
  expect(fetch).toHaveBeenCalledOnce();
});
