import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answerFromMemory } from '@/lib/core/cache/answers/answers';
import { announceTags } from '@/lib/core/cache/tag-log.mjs';
import { sharedPageAt } from '@/lib/gates/shared-answers';

let server: Server;
let isClosed: boolean | 'unknown' = false;
/** What the shop behind the memory answers, and how often it was asked. */
let shop: RequestListener;
let asked: number;

const kept = { 'cdn-cache-control': 'max-age=3, stale-while-revalidate=4', etag: '"one"', 'x-nextjs-cache': 'HIT' };
const page: RequestListener = (_request, response) => response.writeHead(200, kept).end(`page ${asked}`);

beforeAll(async () => {
  answerFromMemory({
    find: sharedPageAt,
    isClosed: async () => {
      if (isClosed === 'unknown') throw new Error('no answer');
      return isClosed;
    },
  });
  server = createServer((request, response) => {
    asked += 1;
    // Node keeps the headers of an answer that has had one before, as every answer of the shop has.
    response.setHeader('x-request-id', `id ${asked}`);
    shop(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

afterEach(async () => {
  vi.useRealTimers();
  isClosed = false;
  await announceTags('everything');
});

const ask = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
const read = async (path: string, headers?: Record<string, string>) => (await ask(path, headers && { headers })).text();
/** Without the headers that `fetch` adds by itself. */
const askPlainly = async (path: string, headers: Record<string, string> = {}) => {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) =>
    request({ host: '127.0.0.1', port, path, headers }, resolve).end(),
  );
  return { status: response.statusCode, bytes: Buffer.concat(await response.toArray()), headers: response.headers };
};
const begin = (listener: RequestListener) => {
  shop = listener;
  asked = 0;
};

test('a page is answered from memory for three seconds', async () => {
  begin(page);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  expect(await read('/plugins')).toBe('page 1');
  vi.advanceTimersByTime(2_999);
  const again = await ask('/plugins');
  expect([await again.text(), again.headers.get('age')]).toEqual(['page 1', '2']);
  vi.advanceTimersByTime(1);
  expect(await read('/plugins')).toBe('page 2');
});

test('one visitor waits for the new page; the others get the old one, for four seconds more', async () => {
  let release = () => {};
  begin((request, response) => {
    if (asked !== 2) return page(request, response);
    release = () => page(request, response);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await read('/support');
  vi.advanceTimersByTime(3_000);
  const waiting = read('/support');
  await vi.waitFor(() => expect(asked).toBe(2));
  expect(await read('/support')).toBe('page 1');
  vi.advanceTimersByTime(4_001);
  expect(await read('/support')).toBe('page 3');
  release();
  expect(await waiting).toBe('page 3');
  expect(asked).toBe(3);
});

test('each visitor hears the page in their language, compressed as they can read it', async () => {
  begin((request, response) => {
    const text = `${request.headers.cookie} ${request.headers['accept-language']}`;
    const isPacked = request.headers['accept-encoding'] === 'gzip';
    response.writeHead(200, { ...kept, ...(isPacked && { 'content-encoding': 'gzip' }) });
    response.write(isPacked ? gzipSync(text).subarray(0, 5) : 'plain ');
    response.end(isPacked ? gzipSync(text).subarray(5) : text);
  });
  const [spanish, english] = [{ 'accept-language': 'es-MX' }, { 'accept-language': 'en' }];
  const plain = { 'accept-encoding': 'identity' };
  for (let time = 0; time < 2; time += 1) {
    expect(await read('/', { ...spanish, ...plain })).toBe('plain undefined es-MX');
    expect(await read('/', { ...english, ...plain })).toBe('plain undefined en');
    expect(await read('/', { ...spanish, ...plain, cookie: 'a=b; i18next=en' })).toBe('plain undefined en');
    expect(await read('/', { ...english, 'accept-encoding': 'gzip' })).toBe('undefined en');
  }
  expect(asked).toBe(3);
});

test('the bytes of a compressed answer are those of the shop', async () => {
  const packed = gzipSync('a page');
  begin((_request, response) => response.writeHead(200, { ...kept, 'content-encoding': 'gzip' }).end(packed));
  for (let time = 0; time < 2; time += 1) {
    const { bytes } = await askPlainly('/club');
    expect(gunzipSync(bytes).toString()).toBe('a page');
  }
  expect(asked).toBe(1);
});

test('who has the page already is told that it is the same, and is not given the id of another request', async () => {
  begin(page);
  await askPlainly('/trends');
  const same = await askPlainly('/trends', { 'if-none-match': '"one"' });
  expect([same.status, same.bytes.length, same.headers['x-request-id']]).toEqual([304, 0, undefined]);
  const other = await askPlainly('/trends', { 'if-none-match': '"two"' });
  expect([other.status, other.bytes.toString()]).toEqual([200, 'page 1']);
  expect(asked).toBe(1);
});

test.each<[string, string, RequestInit]>([
  ['another method', '/plugins', { method: 'POST' }],
  ['a look at the headers', '/plugins', { method: 'HEAD' }],
  ['a query', '/plugins?lng=en', {}],
  ['a page that is made for each request', '/cart', {}],
  ['a file', '/robots.txt', {}],
  ['what can be no path', '/p/%zz', {}],
  ['a part of a page, for the router', '/plugins', { headers: { rsc: '1' } }],
  ['a header of the router', '/plugins', { headers: { 'next-router-prefetch': '1' } }],
  ['an action', '/plugins', { headers: { 'next-action': 'x' } }],
  ['a body', '/plugins', { headers: { 'content-type': 'text/plain' } }],
  ['a range', '/plugins', { headers: { range: 'bytes=0-1' } }],
  ['a preview', '/plugins', { headers: { cookie: '__prerender_bypass=x' } }],
  ['an endless list of encodings', '/plugins', { headers: { 'accept-encoding': 'gzip, '.repeat(20) } }],
])('%s is for the shop', async (_what, path, init) => {
  begin(page);
  if (!path.includes('%zz')) await read(path.split('?')[0] ?? '');
  const before = asked;
  await (await ask(path, init)).text();
  await (await ask(path, init)).text();
  expect(asked).toBe(before + 2);
});

test.each<[string, RequestListener]>([
  ['says that it is for nobody else', (_, response) => response.writeHead(200, { 'cdn-cache-control': 'no-store' })],
  ['says nothing of caches', (_, response) => response.writeHead(200)],
  ['sets a cookie', (_, response) => response.writeHead(200, { ...kept, 'set-cookie': 'a=b' })],
  ['is none', (_, response) => response.writeHead(404, kept)],
  ['leads elsewhere', (_, response) => response.writeHead(307, { ...kept, location: '/ban' })],
  ['was made for this visit', (_, response) => response.writeHead(200, { ...kept, 'x-nextjs-cache': 'MISS' })],
  ['is made anew just now', (_, response) => response.writeHead(200, { ...kept, 'x-nextjs-cache': 'STALE' })],
  ['is too large', (_, response) => response.writeHead(200, kept).write('x'.repeat(1024 * 1024))],
])('a page is not kept that %s', async (_what, listener) => {
  begin((request, response) => {
    listener(request, response);
    response.end('page');
  });
  await (await ask('/', { redirect: 'manual' })).text();
  await (await ask('/', { redirect: 'manual' })).text();
  expect(asked).toBe(2);
});

test('after a change the shop is asked again', async () => {
  begin(page);
  await read('/series');
  await announceTags('product-1');
  expect(await read('/series')).toBe('page 2');
});

test('a page that something changed in meanwhile is shown, and not kept', async () => {
  begin(async (request, response) => {
    if (asked === 1) await announceTags('product-1');
    page(request, response);
  });
  expect(await read('/series')).toBe('page 1');
  expect(await read('/series')).toBe('page 2');
  expect(await read('/series')).toBe('page 2');
});

test('an answer that breaks off is not kept', async () => {
  begin((_request, response) => {
    response.writeHead(200, { ...kept, 'content-length': '9' }).write('page');
    if (asked === 1) response.destroy();
    else response.end(' two!');
  });
  await expect(read('/dlcs')).rejects.toThrow();
  expect(await read('/dlcs')).toBe('page two!');
});

test('who reloads hears it from the shop, and so does everybody after', async () => {
  begin(page);
  expect(await read('/ofertas')).toBe('page 1');
  expect(await read('/ofertas', { 'cache-control': 'max-age=0' })).toBe('page 2');
  expect(await read('/ofertas')).toBe('page 2');
});

test.each([true, 'unknown'] as const)('a closed shop answers by itself (closed: %s)', async (closed) => {
  begin(page);
  await read('/events');
  isClosed = closed;
  expect(await read('/events')).toBe('page 2');
});

test('as much is kept as there is room for, and what was used last stays', async () => {
  const large = 'x'.repeat(1024 * 1024);
  begin((_request, response) => response.writeHead(200, kept).end(large));
  await read('/p/used');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  for (let n = 0; n < 70; n += 1) {
    await read(`/p/product-${n}`);
    await read('/p/used');
  }
  expect(asked).toBe(71);
  await read('/p/product-0');
  expect(asked).toBe(72);
});

/** A page that is rendered for each request, with a policy that names its nonce. */
const rendered =
  (html = '<p>whole</p>', headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    const own = `${asked}`.padStart(24, 'n');
    const isPacked = request.headers['accept-encoding'] === 'gzip';
    const text = Buffer.from(`<script nonce="${own}">ñ ${request.url}</script>${html}<script nonce="${own}"></script>`);
    response.writeHead(200, {
      'cache-control': 'private, no-store',
      'content-security-policy': `script-src 'self' 'nonce-${own}' 'sha256-x'; default-src 'none'`,
      ...(isPacked && { 'content-encoding': 'gzip' }),
      ...headers,
    });
    response.write(isPacked ? gzipSync(text) : text);
    response.end();
  };

const noncesOf = async (path: string, encoding = 'identity') => {
  const response = await ask(path, { headers: { 'accept-encoding': encoding } });
  const html = await response.text();
  const named = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  return { html, named, nonces: [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce), response };
};

test.each(['identity', 'gzip'])(
  'a search (%s) is rendered once, and each visitor gets a nonce of their own',
  async (encoding) => {
    begin(rendered());
    const visits = [];
    for (let time = 0; time < 3; time += 1) visits.push(await noncesOf('/search/fragua?orden=nuevos', encoding));
    expect(asked).toBe(1);
    for (const { named, nonces, html, response } of visits) {
      expect(nonces).toEqual([named, named]);
      expect(html).toContain('ñ /search/fragua?orden=nuevos</script><p>whole</p>');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(new Set(visits.map(({ named }) => named)).size).toBe(3);
    await noncesOf('/search/fragua', encoding);
    expect(asked).toBe(2);
  },
);

test.each<[string, RequestListener]>([
  ['is not rendered whole', rendered('<p data-section-missing="">')],
  ['tells of a failure', rendered('<template data-dgst="1">')],
  ['tells of a later failure', rendered('<script>$RX("B:0","1")</script>')],
  ['names no nonce', rendered('', { 'content-security-policy': "default-src 'none'" })],
  ['is in another encoding', rendered('', { 'content-encoding': 'zstd' })],
  ['sets a cookie', rendered('', { 'set-cookie': 'a=b' })],
])('a search is not kept that %s', async (_what, listener) => {
  begin(listener);
  for (let time = 0; time < 2; time += 1)
    await (await ask('/search/x', { headers: { 'accept-encoding': 'x' } })).body?.cancel();
  expect(asked).toBe(2);
});

test('a search loads its scripts after its pictures, in the order of the page', async () => {
  begin((_request, response) => {
    const nonce = 'n'.repeat(24);
    const script = (name: string, attributes: string) =>
      `<script src="/_next/static/${name}.js"${attributes}></script>`;
    response.setHeader('content-security-policy', `script-src 'nonce-${nonce}' 'strict-dynamic'`);
    response.flushHeaders();
    response.write(
      `<head><link rel="preload" as="script" nonce="${nonce}" href="/_next/static/start.js"/>${script('page', ` async="" nonce="${nonce}"`)}`,
    );
    response.write(`${script('old', ` noModule="" nonce="${nonce}"`)}</head><p>&lt;script src="/_next/static/x.js"`);
    response.end(`${script('start', ` nonce="${nonce}" id="_R_" async=""`)}<script nonce="${nonce}">data</script>`);
  });
  for (let time = 0; time < 2; time += 1) {
    const { html, named, nonces, response } = await noncesOf('/search/late', 'gzip');
    expect(html).not.toContain('as="script"');
    expect([...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src]) => src)).toEqual(['/_next/static/old.js']);
    expect(html.indexOf('[["/_next/static/page.js"],["/_next/static/start.js","_R_"]]')).toBeLessThan(
      html.indexOf('old.js'),
    );
    expect(html).toContain('<p>&lt;script src="/_next/static/x.js"');
    expect(nonces).toEqual([named, named, named]);
    expect(response.headers.get('content-encoding')).toBe('gzip');
  }
  expect(asked).toBe(1);
});

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0, br', null],
  ['gzip;q=0.5', 'gzip'],
  ['br', null],
])('who reads %s gets a search in %s', async (encodings, encoding) => {
  begin(rendered());
  const first = await askPlainly('/search/encoded', { 'accept-encoding': encodings });
  const again = await askPlainly('/search/encoded', { 'accept-encoding': encodings });
  for (const { headers, bytes } of [first, again]) {
    expect(headers['content-encoding'] ?? null).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect((encoding ? gunzipSync(bytes) : bytes).toString()).toContain('<p>whole</p>');
  }
  expect(asked).toBe(1);
});

test('a search that leads elsewhere, or breaks off, is sent as it is', async () => {
  begin((_request, response) => {
    if (asked === 2) response.write('half a page', () => response.destroy());
    else response.writeHead(307, { location: '/' }).end();
  });
  const { status, headers } = await askPlainly('/search/elsewhere');
  expect([status, headers.location]).toEqual([307, '/']);
  await expect(read('/search/elsewhere')).rejects.toThrow();
});
