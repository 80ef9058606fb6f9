import { NextRequest } from 'next/server';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routePath } from '@/lib/core/http/segments';
import { accountRow } from '../account/account-row.ts';
import { stubEnvironment } from '../environment.ts';

const site = 'http://localhost:3000';
const secretKey = 'sb_secret_not-a-real-key';
stubEnvironment();
vi.stubEnv('SUPABASE_SECRET_KEY', secretKey);
vi.stubEnv('TRUSTED_PROXIES', '1');
afterAll(() => vi.unstubAllEnvs());

// The shop's switches: open for every caller.
const asked: Request[] = [];
vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
  const request = new Request(input, init);
  asked.push(request);
  const headers = { 'content-security-policy': 'p', 'cdn-cache-control': 'max-age=3' };
  if (request.url === `${site}/missing`) return new Response('<h1>missing</h1>', { headers });
  return Response.json({ mantenimiento: false, status_down: false });
});
const { middleware } = await import('@/middleware');

const visit = (path: string, headers: Record<string, string> = {}) =>
  middleware(new NextRequest(`${site}${path}`, { headers }));
const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

it('the middleware rewrites to the page of a language, with a request id', async () => {
  const response = await visit('/plugins', { 'accept-language': 'en' });
  expect(response.headers.get('x-middleware-rewrite')).toBe(`${site}/en/plugins`);
  expect(response.headers.get('x-middleware-request-x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('content-security-policy')).toBeNull();
});

it('the middleware sets a new nonce for each request of a personal page, also for Next.js', async () => {
  const [one, two] = await Promise.all([visit('/login'), visit('/login')]);
  expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/]{24}$/);
  expect(nonceOf(two)).not.toBe(nonceOf(one));
  const policy = one.headers.get('x-middleware-request-content-security-policy');
  expect(policy).toBe(one.headers.get('content-security-policy'));
});

it('the middleware redirects guests to the login', async () => {
  const response = await visit('/cart?producto=a');
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(`${site}/login?next=%2Fcart%3Fproducto%3Da`);
});

it.each(['en', 'es'])('a redirect keeps the language of the address (%s)', async (language) => {
  const response = await visit(`/profile?lng=${language}`, { 'accept-language': language === 'en' ? 'es' : 'en' });
  const next = encodeURIComponent(`/profile?lng=${language}`);
  expect(response.headers.get('location')).toBe(`${site}/login?next=${next}&lng=${language}`);
});

it("the middleware refreshes a session with the visitor's address", async () => {
  const session = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: 1 };
  const cookie = `sb-localhost-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  await visit('/profile', { cookie, 'x-forwarded-for': '6.6.6.6, 203.0.113.7' });
  const refresh = asked.find(({ url }) => url.includes('/auth/v1/token?grant_type=refresh_token'));
  expect(refresh?.headers.get('sb-forwarded-for')).toBe('203.0.113.7');
  expect(refresh?.headers.get('apikey')).toBe(secretKey);
});

it('the middleware uses the request id of the server, not of a visitor, and sends it with its calls', async () => {
  vi.stubEnv('UNSTORE_PEER_SECRET', 'of-this-process');
  const idOf = (response: Response) => response.headers.get('x-middleware-request-x-request-id');
  const noted = { 'x-request-id': 'edge-3f6c1a2b', 'x-peer-address': 'of-this-process 127.0.0.1' };
  expect(idOf(await visit('/plugins', noted))).toBe('edge-3f6c1a2b');
  expect(idOf(await visit('/plugins', { ...noted, 'x-peer-address': 'guessed 127.0.0.1' }))).not.toBe('edge-3f6c1a2b');

  asked.length = 0;
  const session = { access_token: 'a.b.c', refresh_token: 'r2', token_type: 'bearer', expires_in: 3600, expires_at: 1 };
  const cookie = `sb-localhost-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  await visit('/profile', { ...noted, cookie });
  expect(asked.length).toBeGreaterThan(0);
  for (const call of asked) expect(call.headers.get('x-request-id')).toBe('edge-3f6c1a2b');
});

it.each(['/.env', '/x.txt', '/fr/plugins', '/p/No.Slug', '/404'])(
  "the middleware serves the 404 page of the language for %s, and the router's format of it",
  async (path) => {
    const response = await visit(path, { 'accept-language': 'en' });
    expect([response.status, await response.text()]).toEqual([404, '<h1>missing</h1>']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'p',
      'cdn-cache-control': 'max-age=3',
    });
    const routed = await visit(path, { 'accept-language': 'en', rsc: '1' });
    expect(routed.headers.get('x-middleware-rewrite')).toBe(`${site}/en/404`);
  },
);

it("the middleware fetches the 404 page of the reader's language", async () => {
  asked.length = 0;
  vi.resetModules();
  const reloaded = (await import('@/middleware')).middleware;
  await reloaded(new NextRequest(`${site}/zzz?lng=en`));
  await reloaded(new NextRequest(`${site}/zzz?lng=es`));
  const cookies = asked.filter(({ url }) => url.endsWith('/missing')).map(({ headers }) => headers.get('cookie'));
  expect(cookies).toEqual(['i18next=en', 'i18next=es']);
});

describe('during an outage of the database, the middleware', () => {
  const usual = fetch;
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('fetch', async (input: string | URL | Request) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/outage') return new Response('<h1>outage</h1>');
      throw new TypeError('fetch failed');
    });
    return () => vi.stubGlobal('fetch', usual);
  });

  it.each(['/search/espada', '/series/filtros?precio=1', '/ofertas/filtros', '/p/fragua-arcana/reviews'])(
    'shows the outage page instead of %s, which needs the database',
    async (path) => {
      const { middleware: reloaded } = await import('@/middleware');
      const response = await reloaded(new NextRequest(`${site}${path}`));
      expect([response.status, await response.text()]).toEqual([503, '<h1>outage</h1>']);
      expect(response.headers.get('retry-after')).toBe('10');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['/', '/plugins', '/p/fragua-arcana', '/login'])(
    'serves %s, which does not need the database',
    async (path) => {
      const { middleware: reloaded } = await import('@/middleware');
      const response = await reloaded(new NextRequest(`${site}${path}`));
      expect(response.headers.get('x-middleware-rewrite')).toContain(`${site}/es`);
    },
  );
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'])('the middleware blocks %s', async (method) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded; charset=utf-8', 'Multipart/Form-Data'])
    for (const path of ['/plugins', '/profile', '/no-existe']) {
      const request = new NextRequest(`${site}${path}`, { method, headers: { 'content-type': type } });
      const response = await middleware(request);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
});

it.each([
  ['/api/v1/coupons', 'application/problem+json'],
  ['/api/webhooks/stripe', null],
  ['/auth/callback', null],
])('the middleware refuses forms for %s, in which Next.js would look for an action', async (path, type) => {
  for (const form of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await middleware(
      new NextRequest(`${site}${path}`, { method: 'POST', body: 'x', headers: { 'content-type': form } }),
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([415, type]);
  }
});

it.each([
  ['multipart/form-data; boundary=x', 'hello'],
  ['multipart/form-data', 'hello'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nunclosed'],
])('the middleware refuses a form that cannot be read: %s with %j', async (type, body) => {
  const headers = { 'content-type': type };
  const response = await middleware(new NextRequest(`${site}/login`, { method: 'POST', body, headers }));
  expect(response.status).toBe(400);
});

it("the middleware removes a visitor's nonce from a static page", async () => {
  const name = 'content-security-policy';
  const chosen = "script-src 'nonce-chosen'";
  const response = await visit('/plugins', { [name]: chosen, [`${name}-report-only`]: chosen });
  const kept = response.headers.get('x-middleware-override-headers')?.split(',') ?? [];
  expect(kept.filter((header) => header.startsWith(name))).toEqual([]);
  expect(kept).toContain('x-request-id');
});

it('the middleware makes browsers revalidate static pages, and store no others', async () => {
  expect((await visit('/plugins')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await visit('/login')).headers.get('cache-control')).toBeNull();
  expect((await visit('/cart')).headers.get('cache-control')).toBe('private, no-store');
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const access_token = `${encode({ alg: 'HS256' })}.${encode({ sub: 'me', exp: now() + 3600 })}.c2lnbg`;

/** A session cookie in Supabase's format. */
const sessionCookie = (expiresIn = 3600, refresh_token = 'r') =>
  `sb-localhost-auth-token=base64-${encode({ access_token, refresh_token, token_type: 'bearer', expires_at: now() + expiresIn, user: { id: 'me' } })}`;

const account = { ...accountRow, id: 'me' };

describe('a person with a session', () => {
  const calls: string[] = [];
  let whole: () => Response = () => Response.json(account);
  beforeEach(() => {
    calls.length = 0;
    whole = () => Response.json(account);
    vi.stubGlobal('fetch', async (input: string | URL | Request) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/rest/v1/configuracion_global') {
        return Response.json({ mantenimiento: false, status_down: false });
      }
      if (pathname === '/outage') return new Response('<h1>outage</h1>');
      calls.push(pathname);
      return whole();
    });
  });

  const handover = 'x-middleware-request-x-unstore-person';
  const asPage = { cookie: sessionCookie(), 'sec-fetch-dest': 'document' };
  const asAction = { ...asPage, 'next-action': 'x' };
  const asRouter = { cookie: sessionCookie(), 'sec-fetch-dest': 'empty' };

  it.each([
    ['/', null],
    ['/plugins', null],
    ['/search/mapa', null],
    ['/p/fragua-arcana', '/rest/v1/productos'],
    ['/account/ana', '/rest/v1/usuarios_meta'],
  ])('is not identified on %s', async (path, asked) => {
    whole = () => Response.json([{ slug: 'fragua-arcana', display_name: 'ana' }]);
    for (const headers of [asPage, asRouter, { cookie: sessionCookie(-60) }]) {
      const response = await visit(path, headers);
      expect(response.headers.get('x-middleware-rewrite')).toContain(path === '/' ? '/es' : routePath(path));
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get(handover)).toBeNull();
    }
    // The look-up of a page is cached for a minute.
    expect(calls).toEqual([asked].filter(Boolean));
  });

  it('is identified by one call on a personal page, which gets the result', async () => {
    const response = await visit('/profile', asPage);
    expect(calls).toEqual(['/rest/v1/rpc/quien_soy']);
    expect(response.headers.get('x-middleware-rewrite')).toBe(`${site}/es/profile`);
    expect(response.headers.get(handover)).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it('is not identified on client-side navigation, because the page does it', async () => {
    const response = await visit('/profile', asRouter);
    expect([calls, response.headers.get(handover)]).toEqual([[], null]);
    const guest = await visit('/profile', { 'sec-fetch-dest': 'empty' });
    expect(guest.headers.get('location')).toBe(`${site}/login?next=%2Fprofile`);
  });

  it.each(['/plugins', '/profile'])('cannot forge the identity header of the middleware on %s', async (path) => {
    for (const headers of [asPage, asRouter]) {
      const response = await visit(path, { ...headers, 'x-unstore-person': 'forged' });
      expect(response.headers.get(handover)).not.toBe('forged');
      const kept = response.headers.get('x-middleware-override-headers')?.split(',') ?? [];
      expect(kept.includes('x-unstore-person')).toBe(response.headers.has(handover));
    }
  });

  it.each([
    ['without the role', account, 'noPermission'],
    ['without an account to read it from', null, 'roleUnread'],
  ])('%s is sent home from the panel with a notice', async (_who, row, notice) => {
    whole = () => Response.json(row);
    const { headers, status } = await visit('/dashboard-admin', asPage);
    expect([status, headers.get('location')]).toEqual([307, `${site}/`]);
    expect(headers.get('set-cookie')).toContain(`unstore-notice=${notice};`);
  });

  it('gets the outage page during an outage, and keeps the session', async () => {
    whole = () => Response.json({ message: 'away' }, { status: 503 });
    const response = await visit('/profile', asPage);
    expect([response.status, await response.text()]).toEqual([503, '<h1>outage</h1>']);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await visit('/plugins', asPage)).status).toBe(200);
  });

  it.each([429, 500])('gets the outage page for a refresh with status %i, and keeps the session', async (status) => {
    whole = () => Response.json({ error_code: 'x' }, { status });
    const response = await visit('/profile', { cookie: sessionCookie(-60, `refresh-${status}`) });
    expect([response.status, calls]).toEqual([503, ['/auth/v1/token']]);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it.each(['2999-01-01', 'infinity'])(
    'with a ban until %s is redirected from personal pages, and cannot write',
    async (until) => {
      whole = () => Response.json({ ...account, banned_until: until });
      expect((await visit('/profile', asPage)).headers.get('location')).toBe(`${site}/ban`);
      const write = new NextRequest(`${site}/plugins`, { method: 'POST', headers: asAction });
      expect((await middleware(write)).status).toBe(403);
    },
  );

  it('without the second factor cannot write', async () => {
    whole = () => Response.json({ ...account, mfa_activa: true, mfa_pendiente: true });
    expect((await visit('/profile', asPage)).headers.get('location')).toContain(`${site}/login/verificar`);
    for (const path of ['/plugins', '/profile']) {
      const write = new NextRequest(`${site}${path}`, { method: 'POST', headers: asAction });
      expect((await middleware(write)).status).toBe(403);
    }
  });

  it('gets a refreshed session in an uncached response', async () => {
    const session = { access_token, refresh_token: 'new', token_type: 'bearer', expires_in: 3600, user: { id: 'me' } };
    whole = () => Response.json(calls.at(-1) === '/auth/v1/token' ? session : account);
    const response = await visit('/profile', { ...asPage, cookie: sessionCookie(-60, 'refresh-once') });
    expect(response.headers.get('set-cookie')).toContain('sb-localhost-auth-token=');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('cdn-cache-control')).toBe('no-store');
  });

  it.each(['/', '/p/fragua-arcana', '/login'])('gets no cached response of an action on %s', async (path) => {
    const { headers } = await visit(path, { rsc: '1', 'content-type': 'multipart/form-data; boundary=x' });
    expect([headers.get('cache-control'), headers.get('cdn-cache-control')]).toEqual(['private, no-store', 'no-store']);
  });

  it('is identified again by an action, which needs current data', async () => {
    const write = new NextRequest(`${site}/profile`, { method: 'POST', headers: asAction });
    const response = await middleware(write);
    expect([calls, response.headers.get(handover)]).toEqual([['/rest/v1/rpc/quien_soy'], null]);
    whole = () => Response.json({ message: 'away' }, { status: 503 });
    const unknown = await middleware(new NextRequest(`${site}/profile`, { method: 'POST', headers: asAction }));
    expect(unknown.headers.get(handover)).toMatch(/^[\w-]+\.[\w-]+$/);
  });
});

it("the middleware returns a problem document to creators' tools in maintenance mode", async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json({ mantenimiento: true, status_down: false }));
  const closed = (await import('@/middleware')).middleware;
  const ask = (path: string) =>
    closed(new NextRequest(`${site}${path}`, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }));
  const answer = await ask('/api/v1/products');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable', type: '/developers#unavailable' });
  expect((await ask('/api/v1/deliveries')).status).toBe(200);
});
