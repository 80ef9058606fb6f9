import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openHandover } from '@/lib/account/identity/handover';
import { answerPaymentStepAhead } from '@/lib/checkout/ahead';
import { argumentsOf } from '@/lib/checkout/quote-methods';
import { announceTags } from '@/lib/core/cache/tag-log.mjs';
import { askedAhead, requestContext } from '@/lib/core/request/context';
import { callAs } from '@/lib/core/supabase/call-as';
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
  id: `id-${name}`,
  display_name: `The ${name}`,
  username: `user_${name}`,
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
const people = ['ana', 'bea', 'zoe'];

/** What the database answers to everybody by their access token. */
let whoIs: (token: string) => Response | Promise<Response>;
let quotesOf: (token: string) => Response | Promise<Response>;
/** What the page does while it is rendered, and what Next.js says of the answer. */
let page: (token: string) => Promise<string>;
let answered: { status?: number; headers?: Record<string, string> };
let rendered: number;
let isClosed: boolean;
let server: Server;

const api: typeof fetch = async (input, init) => {
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  return String(input).endsWith('quien_soy') ? whoIs(token) : quotesOf(token);
};

const isPageReused = () => askedAhead()?.isReused ?? false;

/** The call for prices that the page makes. */
async function askQuotes(token: string): Promise<string> {
  const selection = { producto: 'fragua-arcana', edicion: null, bundle: null };
  return (await callSupabase(...callAs(token, 'pagina_de_pago', argumentsOf(selection)))).text();
}

const shop: RequestListener = async (asked, response) => {
  rendered += 1;
  const token = /token-(\w+)/.exec(asked.headers.cookie ?? '')?.[1] ?? '';
  const text = await page(token);
  const nonce = `${rendered}`.padStart(24, 'a');
  const headers = { 'content-security-policy': `script-src 'nonce-${nonce}'`, 'cache-control': 'private, no-store' };
  response.writeHead(answered.status ?? 200, { ...headers, ...answered.headers });
  response.write(`<body><script nonce="${nonce}"></script>`);
  response.end(`${text} ${rendered}</body></html>`);
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

const path = '/checkout?producto=fragua-arcana';

beforeEach(async () => {
  whoIs = (token) => Response.json(people.includes(token) ? person(token) : null);
  quotesOf = () => Response.json({ cotizaciones: {}, minecraft_name: null });
  page = async () => 'page';
  answered = {};
  isClosed = false;
  // A page is held back from its second rendering on, where the first one waited for nothing.
  await open('zoe');
  await announceTags('a product');
  rendered = 0;
  vi.mocked(fetch).mockClear();
});

afterEach(() => vi.useRealTimers());

/** A session of Supabase, with a name by which the stub of the shop finds the token. */
const session = (token: string, seconds = 3_600, project = 'shop') => {
  const text = JSON.stringify({ access_token: token, expires_at: Math.floor(Date.now() / 1_000) + seconds });
  return `is=token-${token}; sb-${project}-auth-token=base64-${Buffer.from(text).toString('base64url')}`;
};

async function open(who: string, to = path, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = { cookie: session(who), ...headers };
  const response = await new Promise<IncomingMessage>((resolve) =>
    request({ host: '127.0.0.1', port, path: to, headers: sent }, resolve).end(),
  );
  const bytes = Buffer.concat(await response.toArray());
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const html = (isPacked ? gunzipSync(bytes) : bytes).toString();
  return {
    headers: response.headers,
    html,
    told: /"username":"user_(\w+)"/.exec(html)?.[1],
    number: Number(/page.* (\d+)/.exec(html)?.[1]),
  };
}

test('who would get the same page gets it, with their own name and nonce in it', async () => {
  const [first, second] = [await open('ana'), await open('bea')];
  expect([first, second].map(({ told, number }) => [told, number])).toEqual([
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
  page = async (token) => `page with ${await askQuotes(token)}`;
  await open('ana');
  expect((await open('bea')).number).toBe(1);
  const asked = vi.mocked(fetch).mock.calls.map(([input, init]) => {
    return `${String(input).split('/').at(-1)} ${new Headers(init?.headers).get('authorization')}`;
  });
  expect(asked).toEqual([
    'quien_soy Bearer ana',
    'pagina_de_pago Bearer ana',
    'quien_soy Bearer bea',
    'pagina_de_pago Bearer bea',
  ]);
});

test('each sees their own name in the game, in a page that was rendered for others', async () => {
  quotesOf = (token) => Response.json({ minecraft_name: token === 'zoe' ? null : `jugador_${token}` });
  page = async (token) => `page with ${JSON.parse(await askQuotes(token)).minecraft_name}`;
  expect((await open('ana')).html).toContain('page with jugador_ana 1');
  expect((await open('bea')).html).toContain('page with jugador_bea 1');
  expect((await open('zoe')).html).toContain('page with null 2');
});

test('a name that is none of the game is in the page of its owner alone', async () => {
  quotesOf = () => Response.json({ minecraft_name: '<b>' });
  page = async (token) => `page with ${JSON.parse(await askQuotes(token)).minecraft_name} ${isPageReused()}`;
  for (const number of [1, 2]) expect((await open('ana')).html).toContain(`page with <b> false ${number}`);
});

test('what is compressed for one is not for another', async () => {
  const packed = await open('ana', path, { 'accept-encoding': 'gzip' });
  const plain = await open('bea');
  const again = await open('ana', path, { 'accept-encoding': 'gzip, br' });
  expect([packed, plain, again].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined, 'gzip']);
  expect([packed, plain, again].map(({ told }) => told)).toEqual(['ana', 'bea', 'ana']);
  expect(rendered).toBe(1);
});

const edition = '00000000-0000-4000-8000-000000000001';
test.each<[what: string, change: () => void, to?: string, headers?: Record<string, string>]>([
  [
    'another price',
    () => {
      quotesOf = (token) => Response.json({ cotizaciones: { [token]: {} } });
    },
  ],
  [
    'another balance',
    () => {
      whoIs = (token) => Response.json(person(token, { uncoins: token.length + Number(token === 'bea') }));
    },
  ],
  ['another product', () => {}, '/checkout?producto=neon-sur'],
  ['another edition', () => {}, `${path}&edicion=${edition}`],
  ['another language', () => {}, path, { 'accept-language': 'en' }],
  ['a reload', () => {}, path, { 'cache-control': 'max-age=0' }],
])('%s makes another page', async (_what, change, to, headers) => {
  change();
  await open('ana');
  expect((await open('bea', to, headers)).number).toBe(2);
});

test('a page is reused for three seconds, and not after anything has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await open('ana');
  vi.advanceTimersByTime(2_999);
  expect((await open('bea')).number).toBe(1);
  vi.advanceTimersByTime(1);
  expect((await open('bea')).number).toBe(2);
  await announceTags('a product');
  expect((await open('bea')).number).toBe(3);
});

test('a page that began before a change is not kept', async () => {
  page = async () => {
    if (rendered === 1) await announceTags('a product');
    return 'page';
  };
  await open('ana');
  expect((await open('bea')).number).toBe(2);
});

test.each<[what: string, page: (token: string) => Promise<string>]>([
  [
    'was made from more than its key says',
    async (token) => {
      await callSupabase('http://api/rest/v1/pagos', { headers: { authorization: `Bearer ${token}` } });
      return 'page';
    },
  ],
  [
    'was made from what the gates have asked by themselves',
    async () => {
      askedAhead()?.countOther();
      return 'page';
    },
  ],
  ['holds the id of who asked', async () => 'page id-ana'],
  ['holds their username', async () => 'page user_ana'],
  ['holds their name', async () => 'page The ana'],
  ['says whom they follow', async () => 'page id-cid'],
  ['has a part that failed at once', async () => '<template data-dgst="1"></template>page'],
  ['has a part that failed later', async () => '<script>$RX("B:0","1")</script>page'],
])('a page that %s is nobody else’s', async (_what, made) => {
  const siguiendo = [{ id: 'id-cid', display_name: 'The cid', avatar_url: '/' }];
  whoIs = (token) => Response.json(person(token, token === 'ana' ? { siguiendo } : {}));
  page = made;
  expect((await open('ana')).told).toBe('ana');
  page = async () => 'page';
  expect((await open('bea')).number).toBe(2);
});

test.each<[what: string, changed: typeof answered]>([
  ['not found', { status: 404 }],
  ['an error', { status: 500 }],
  ['an answer that sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['an answer without a nonce', { headers: { 'content-security-policy': "default-src 'none'" } }],
])('%s is nobody else’s', async (_what, changed) => {
  answered = changed;
  await open('ana');
  answered = {};
  expect((await open('bea')).number).toBe(2);
});

test('a page that had to wait for more the last time is sent as it is rendered', async () => {
  page = async (token) => {
    await callSupabase('http://api/rest/v1/pagos', { headers: { authorization: `Bearer ${token}` } });
    return `page ${isPageReused()}`;
  };
  expect((await open('ana')).html).toContain('page true 1');
  expect((await open('ana')).html).toContain('page false 2');
});

test.each<[what: string, who: string, to?: string, headers?: Record<string, string>]>([
  ['a visitor', '', path, { cookie: 'a=b' }],
  ['a session that is due', '', path, { cookie: session('ana', 30) }],
  ['two sessions', '', path, { cookie: `${session('ana')}; ${session('bea', 3_600, 'old')}` }],
  ['a session that comes twice', '', path, { cookie: `${session('ana')}; ${session('bea').replace('is=', 'was=')}` }],
  ['a coupon', 'ana', `${path}&cupon=VERANO`],
  ['a gift', 'ana', `${path}&destinatario=bea`],
  ['a bundle', 'ana', `/checkout?bundle=${edition}`],
  ['who comes back from the provider', 'ana', `${path}&cancelado=1`],
  ['a product twice', 'ana', `${path}&producto=neon-sur`],
  ['an edition that is none', 'ana', `${path}&edicion=x`],
  ['a part of the page, for the router', 'ana', path, { rsc: '1' }],
  ['an action', 'ana', path, { 'next-action': 'x' }],
])('%s is left to Next.js, and nobody is asked', async (_what, who, to, headers) => {
  page = async () => `page ${askedAhead()} ${isPageReused()}`;
  const { html } = await open(who, to, headers);
  expect(html).toContain('page undefined false 1');
  expect(fetch).not.toHaveBeenCalled();
});

test('a closed shop is left to the gates, whatever is in memory', async () => {
  await open('ana');
  isClosed = true;
  expect((await open('bea')).number).toBe(2);
});

/** What the gates are told of who asks: the row of a person, that nobody can know, or nothing. */
let toldToGates: unknown;
const tellGates: typeof page = async (token) => {
  const header = heard.at(-1);
  toldToGates = header === undefined ? undefined : await openHandover(header, token);
  return `page ${isPageReused()}`;
};
const heard: (string | undefined)[] = [];
beforeAll(() =>
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    heard.push(headers['x-unstore-person'] as string | undefined);
  }),
);

test.each<[what: string, answer: () => Response, told: unknown]>([
  [
    'a banned person',
    () => Response.json(person('ana', { banned_until: '2999-01-01' })),
    { row: expect.objectContaining({ banned_until: '2999-01-01' }) },
  ],
  [
    'somebody without their second step',
    () => Response.json(person('ana', { mfa_pendiente: true })),
    { row: expect.objectContaining({ mfa_pendiente: true }) },
  ],
  ['somebody without an account', () => Response.json(null), undefined],
  ['a session that has ended', () => new Response('{}', { status: 401 }), undefined],
  ['somebody who cannot be looked up now', () => new Response('{}', { status: 503 }), 'unavailable'],
])('%s is left to the gates, which are told what was found', async (_what, answer, told) => {
  whoIs = answer;
  page = tellGates;
  expect((await open('ana')).html).toContain('page false 1');
  expect(toldToGates).toEqual(told);
  expect(fetch).toHaveBeenCalledOnce();
});

test('where the prices cannot be had, the page is told so without another call', async () => {
  quotesOf = () => new Response('{"message":"away"}', { status: 500 });
  page = async (token) => `page ${await askQuotes(token)} ${isPageReused()}`;
  expect((await open('ana')).html).toContain('page {"message":"away"} false 1');
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('who waits long for the prices is shown the beginning of the page, which gets them when they come', async () => {
  let answer = (_response: Response) => {};
  quotesOf = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  page = async (token) => {
    const asked = askQuotes(token);
    answer(new Response('late'));
    return `page ${isPageReused()} ${await asked}`;
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const opened = open('ana');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await opened).html).toContain('page false late 1');
  expect(fetch).toHaveBeenCalledTimes(2);
});
