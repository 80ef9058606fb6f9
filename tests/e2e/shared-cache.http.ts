import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type APIRequestContext, type APIResponse, expect, request } from '@playwright/test';
import { findAnyPorts } from '@unstore/processes';
import { defaultLocale, type Locale, parseAcceptLanguage, parseLocale } from '../../lib/core/i18n/locales.ts';
import { type Nginx, startNginx } from '../../scripts/tools/nginx.ts';
import { callAction, sendForm } from './support/actions.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { test as base } from './support/http.ts';
import { startShippedNginx } from './support/nginx.ts';
import { createPerson } from './support/people.ts';
import { createSession } from './support/session.ts';

/** An edit may take this long to reach everybody. */
const seconds = 10;

const test = base.extend<{ ask: (headers?: Record<string, string>) => Promise<APIRequestContext> }, { nginx: Nginx }>({
  nginx: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
    async ({}, use) => {
      const nginx = await startShippedNginx(new URL(process.env.SITE_URL ?? '').host);
      await use(nginx);
      await nginx.stop();
    },
    { scope: 'worker' },
  ],
  ask: async ({ nginx }, use) => {
    const open: APIRequestContext[] = [];
    await use(async (headers = {}) => {
      const context = await request.newContext({
        baseURL: nginx.url,
        extraHTTPHeaders: { 'accept-language': '', origin: nginx.url, ...headers },
      });
      open.push(context);
      return context;
    });
    await Promise.all(open.map((context) => context.dispose()));
  },
});

const stateOf = (response: APIResponse) => response.headers()['x-cache'];
const languageOf = async (response: APIResponse) => /<html lang="(\w+)"/.exec(await response.text())?.[1];
const cookieOf = (session: Array<{ name: string; value: string }>) =>
  session.map(({ name, value }) => `${name}=${value}`).join('; ');

/** A visitor's language preferences: parameter, cookie, header. */
const wishes: Array<[lng: string | null, cookie: string | null, header: string]> = [
  [null, null, ''],
  [null, null, 'es-ES,es;q=0.9,en;q=0.8'],
  [null, null, 'en-US,en;q=0.9,es;q=0.8'],
  [null, null, 'en'],
  [null, null, 'EN-gb'],
  [null, null, 'de-DE,de;q=0.9,en;q=0.7,es;q=0.3'],
  [null, null, 'fr, fr-FR;q=0.8, en-US;q=0.5, en;q=0.3'],
  [null, null, 'eng,es;q=0.5,en;q=0.4'],
  [null, null, 'ja,*;q=0.5'],
  [null, null, 'es;q=0.2,en;q=0.9'],
  [null, null, 'en;q=0,es;q=0.1'],
  [null, null, 'en;q=0.85,es;q=0.9'],
  [null, 'en', 'es'],
  [null, 'es', 'en'],
  [null, 'en-GB', 'es'],
  [null, 'fr', 'en'],
  ['en', 'es', 'es'],
  ['es', 'en', 'en'],
  ['EN-us', null, 'es'],
  ['fr', null, 'en'],
  ['', 'en', 'es'],
];

test('every visitor gets a page in their language from the cache, after requests in any language', async ({ ask }) => {
  const { slug } = await createProduct();
  const states = new Set<string | undefined>();
  // Forwards and backwards, so that each follows each.
  for (const [lng, cookie, header] of [...wishes, ...wishes.toReversed()]) {
    const wanted: Locale = parseLocale(lng) ?? parseLocale(cookie) ?? parseAcceptLanguage(header) ?? defaultLocale;
    const visitor = await ask({ 'accept-language': header, ...(cookie ? { cookie: `a=b; i18next=${cookie}` } : {}) });
    const response = await visitor.get(`/p/${slug}${lng === null ? '' : `?lng=${lng}`}`);
    expect([lng, cookie, header, await languageOf(response)]).toEqual([lng, cookie, header, wanted]);
    expect(response.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
    states.add(stateOf(response));
  }
  expect(states).toContain('HIT');
});

test('each cached response gets its own request id, and an id from a visitor is ignored', async ({ ask }) => {
  const visitor = await ask({ 'x-request-id': 'chosen-by-a-visitor' });
  const answers = [];
  for (const path of ['/support', '/support', '/support', '/banner.webp', '/api/status']) {
    answers.push((await visitor.get(path)).headers());
  }
  expect(answers[2]?.['x-cache']).toBe('HIT');
  expect(answers[2]?.['server-timing']).toBeUndefined();
  const ids = answers.map((headers) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
});

test('the cache keeps a page and its router payloads apart', async ({ ask }) => {
  const visitor = await ask();
  const part = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' };
  const kinds: Array<Record<string, string>> = [{}, { rsc: '1' }, part];
  const bodies = await Promise.all(
    kinds.map(async (headers) => {
      const [first, second] = [await visitor.get('/support', { headers }), await visitor.get('/support', { headers })];
      expect(stateOf(second)).toBe('HIT');
      expect(await second.text()).toBe(await first.text());
      return [second.headers()['content-type'], await second.text()];
    }),
  );
  expect(bodies.map(([type]) => type)).toEqual(['text/html; charset=utf-8', 'text/x-component', 'text/x-component']);
  expect(new Set(bodies.map(([, body]) => body)).size).toBe(3);
});

test('a personal response is never cached or shown to another', async ({ ask }) => {
  const person = await createPerson();
  const visitor = await ask();
  const member = await ask({ cookie: cookieOf(await createSession(person)) });
  const paths = ['/profile', '/api/me', '/profile/settings', '/cart', '/search/fragua', '/login'];
  for (const path of [...paths, ...paths]) {
    const theirs = await member.get(path);
    expect([path, theirs.status(), stateOf(theirs)]).toEqual([path, 200, undefined]);
    const guest = await visitor.get(path);
    expect(await guest.text(), path).not.toContain(person.username);
    expect([path, stateOf(guest)]).toEqual([path, undefined]);
  }
  const publicPage = await member.get('/p/fragua-arcana');
  expect([publicPage.status(), stateOf(publicPage)]).toEqual([200, expect.stringMatching(/MISS|HIT/)]);
  expect(await publicPage.text()).not.toContain(person.username);
  expect(await (await member.get('/api/me')).text()).toContain(person.id);
  expect((await visitor.get('/api/me')).headers()['cache-control']).toBe('private, no-store');
});

test('an edit reaches visitors through the cache within ten seconds', async ({ ask, enter }) => {
  const author = await createPerson();
  const product = await createProduct();
  await giveOrder(author, product.slug);
  const visitor = await ask();
  const path = `/p/${product.slug}`;
  await visitor.get(path);
  expect(stateOf(await visitor.get(path))).toBe('HIT');
  const text = `Tardó poco ${crypto.randomUUID()}`;
  const shop = await enter(author);
  expect(await callAction(shop, 'saveReview', { productId: product.id, stars: 5, text })).toBe('done');
  await expect
    .poll(async () => (await (await visitor.get(path)).text()).includes(text), {
      timeout: seconds * 1_000,
      intervals: [500],
    })
    .toBe(true);
});

test('a login and its cookies pass through nginx', async ({ ask }) => {
  const { email, password, id } = await createPerson();
  const shop = await ask();
  expect(await sendForm(shop, 'logInAction', { email, password, next: '/' })).toBe('to /');
  expect(await (await shop.get('/api/me')).json()).toMatchObject({ user: { id } });
  expect((await shop.get('/')).status()).toBe(200);
});

test('a session is renewed only by a response that is not cacheable', async ({ enter }) => {
  const session = await createSession(await createPerson());
  const [{ name = '', value = '' } = {}] = session;
  const read = JSON.parse(Buffer.from(value.replace('base64-', ''), 'base64url').toString());
  const old = `base64-${Buffer.from(JSON.stringify({ ...read, expires_at: 1 })).toString('base64url')}`;
  const shop = await enter();
  const answers = await Promise.all(
    ['/profile', '/api/me', '/', '/p/fragua-arcana', '/dashboard-admin'].map((path) =>
      shop.get(path, { headers: { cookie: `${name}=${old}` }, maxRedirects: 0 }),
    ),
  );
  const renewed = answers.filter((answer) => answer.headers()['set-cookie']?.includes(name));
  expect(renewed.length).toBeGreaterThan(0);
  for (const answer of renewed) {
    const { 'cache-control': control, 'cdn-cache-control': shared } = answer.headers();
    expect([answer.url(), control]).toEqual([
      answer.url(),
      expect.stringMatching(/private.*no-store|no-store.*private/),
    ]);
    expect([answer.url(), shared?.split(',')[0]]).not.toEqual([answer.url(), expect.stringMatching(/^max-age/)]);
  }
});

test('a public page has the cache headers, and a personal or per-request page has no-store', async ({ enter }) => {
  const shop = await enter();
  for (const path of ['/', '/support', '/p/fragua-arcana', '/account/Forjabit', '/p/no-existe', '/no-existe']) {
    const headers = (await shop.get(path)).headers();
    expect([path, headers['cache-control'], headers['cdn-cache-control']]).toEqual([
      path,
      'public, max-age=0, must-revalidate',
      'max-age=3, stale-while-revalidate=4',
    ]);
    expect(headers.vary, path).toContain('Cookie, Accept-Language');
    expect(headers['set-cookie'], path).toBeUndefined();
  }
  for (const path of ['/login', '/search/x', '/api/me', '/auth/confirm', '/profile']) {
    const headers = (await shop.get(path, { maxRedirects: 0 })).headers();
    expect([path, headers['cdn-cache-control']]).toEqual([path, undefined]);
    expect(headers['cache-control'], path).toMatch(/no-store/);
  }
});

/** A server of these tests. */
async function startServer(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

/** nginx in front of an echo server with cacheable responses, unlike the real shop's. */
async function startEcho() {
  const echo = await startServer(({ url, headers }, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=0, must-revalidate',
      'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
      ...(url?.includes('sets-a-cookie') ? { 'set-cookie': 'a=b' } : {}),
      ...(url?.includes('says-nothing') ? { 'cdn-cache-control': '' } : {}),
    });
    response.end(JSON.stringify({ url, headers }));
  });
  const nginx = await startShippedNginx(echo.place);
  const stop = async () => {
    await nginx.stop();
    echo.stop();
  };
  return { url: nginx.url, stop };
}

test('an address that nginx and the shop parse differently is not cached', async () => {
  const { url, stop } = await startEcho();
  const shop = await request.newContext({ baseURL: url, extraHTTPHeaders: { 'accept-language': 'es' } });
  // As the middleware parses it.
  const languageIn = (address: string) =>
    parseLocale(new URL(address, url).searchParams.get('lng')) ?? parseAcceptLanguage('es');
  const kept = ['lng=en', 'lng=es', 'lng=EN-us', 'lng=en&utm_source=x', 'lng=en&lng=es', 'lng=es&lng=en', '_rsc=1'];
  const passed = [
    'LNG=en&lng=es',
    'Lng=en',
    'lng=es&LNG=en',
    '%6cng=en',
    'lng=%65n',
    '&lng=en',
    'lng=&lng=en',
    '_RSC=1',
  ];
  try {
    // Uncached ones first: if one were stored, the others would find it.
    for (const query of [...passed, ...kept, ...kept, ...passed]) {
      const answer = await shop.get(`/?${query}`);
      const asked = ((await answer.json()) as { url: string }).url;
      expect([query, languageIn(asked)]).toEqual([query, languageIn(`/?${query}`)]);
      expect([query, stateOf(answer) !== undefined]).toEqual([query, kept.includes(query)]);
    }
  } finally {
    await shop.dispose();
    await stop();
  }
});

test('nginx overwrites forwarded headers and passes only the language to a cached page', async () => {
  const { url, stop } = await startEcho();
  const forged = {
    'x-forwarded-for': '9.9.9.9',
    'x-nextjs-data': '1',
    'x-middleware-prefetch': '1',
    'user-agent': 'me',
    cookie: 'device=secret; i18next=en; i18next=es',
    'accept-language': 'es',
  };
  const shop = await request.newContext({ baseURL: url, extraHTTPHeaders: forged });
  const seen = async (path: string) => (await (await shop.get(path)).json()) as { url: string; headers: object };
  const state = async (path: string) => stateOf(await shop.get(path));
  try {
    const kept = await seen('/account/a%2Fb%20c?lng=en');
    expect(kept.url).toBe('/account/a%2Fb%20c?lng=en');
    expect(kept.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      cookie: 'i18next=en',
      'accept-language': 'en',
    });
    for (const name of ['user-agent', 'x-nextjs-data', 'x-middleware-prefetch'])
      expect(kept.headers).not.toHaveProperty(name);
    expect(await state('/account/a%2Fb%20c?lng=en')).toBe('HIT');
    expect(await state('/account/a/b%20c?lng=en')).toBe('MISS');

    const direct = await seen('/search/a%2Fb?orden=nuevos');
    expect(direct.url).toBe('/search/a%2Fb?orden=nuevos');
    expect(direct.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', cookie: forged.cookie, 'user-agent': 'me' });
    for (const path of ['/sets-a-cookie', '/says-nothing']) {
      await shop.get(path);
      expect([path, await state(path)]).toEqual([path, 'MISS']);
    }
  } finally {
    await shop.dispose();
    await stop();
  }
});

test('a build file missing on one node is requested from the next one, as during a release', async () => {
  const before = await startServer((_, response) => response.writeHead(404).end('none'));
  const after = await startServer((_, response) => response.end('built'));
  const nginx = await startShippedNginx(`${before.place}; server ${after.place}`);
  const shop = await request.newContext({ baseURL: nginx.url });
  try {
    for (let n = 0; n < 4; n += 1) {
      const answer = await shop.get(`/_next/static/chunks/${n}.js`);
      expect([n, answer.status(), await answer.text()]).toEqual([n, 200, 'built']);
    }
    // A 404 is not requested twice.
    const pages = await Promise.all([0, 1, 2, 3].map((n) => shop.get(`/api/x/${n}`)));
    expect(pages.map((page) => page.status()).sort()).toEqual([200, 200, 404, 404]);
  } finally {
    await shop.dispose();
    await nginx.stop();
    for (const server of [before, after]) server.stop();
  }
});

test('the port-80 server of the README passes the local job and redirects the rest to HTTPS', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../deploy/nginx/README.md'), 'utf8');
  const shipped = [...readme.matchAll(/```nginx\n([\s\S]*?)```/g)].find(([, block = '']) =>
    block.includes('listen 80;'),
  );
  const echo = await startServer(({ method, url, headers }, response) =>
    response.end(`${method} ${url} ${headers.authorization} ${headers['x-forwarded-for']}`),
  );
  const { front } = await findAnyPorts('front');
  const nginx = await startNginx(
    front,
    async () =>
      `upstream unstore { server ${echo.place}; } ${shipped?.[1]?.replace('listen 80;', `listen 127.0.0.1:${front};`)}`,
  );
  const shop = await request.newContext({ baseURL: nginx.url, extraHTTPHeaders: { authorization: 'Bearer x' } });
  try {
    const forged = { headers: { 'x-forwarded-for': '9.9.9.9' } };
    expect(await (await shop.post('/api/cron', forged)).text()).toBe('POST /api/cron Bearer x 127.0.0.1');
    const page = await shop.get('/p/x?y=1', { maxRedirects: 0 });
    expect([page.status(), page.headers().location]).toEqual([301, 'https://127.0.0.1/p/x?y=1']);
  } finally {
    await shop.dispose();
    await nginx.stop();
    echo.stop();
  }
});
