import { NextRequest } from 'next/server';
import { afterAll, expect, it, vi } from 'vitest';

const site = 'http://localhost:3000';
const variables = {
  STORE_MODE: 'local',
  SITE_URL: site,
  SUPABASE_URL: 'http://localhost:1',
  SUPABASE_PUBLISHABLE_KEY: 'not-a-real-key',
  SUPABASE_SECRET_KEY: 'sb_secret_not-a-real-key',
  STRIPE_SECRET_KEY: 'not-a-real-key',
  STRIPE_WEBHOOK_SECRET: 'not-a-real-key',
  STRIPE_API_URL: 'http://localhost:1',
  PAYPAL_CLIENT_ID: 'not-a-real-key',
  PAYPAL_CLIENT_SECRET: 'not-a-real-key',
  PAYPAL_WEBHOOK_ID: 'not-a-real-key',
  PAYPAL_API_URL: 'http://localhost:1',
  SMTP_URL: 'smtp://localhost:1',
  CRON_SECRET: 'not-a-real-key',
  TRUSTED_PROXIES: '1',
};
for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
afterAll(() => vi.unstubAllEnvs());

// The switches of the shop: open, whoever asks.
const asked: Request[] = [];
vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
  asked.push(new Request(input, init));
  return Response.json({ mantenimiento: false, status_down: false });
});
const { middleware } = await import('@/middleware');

const visit = (path: string, headers: Record<string, string> = {}) =>
  middleware(new NextRequest(`${site}${path}`, { headers }));
const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

it('leads to the page of a language, with an id of the request', async () => {
  const response = await visit('/plugins', { 'accept-language': 'en' });
  expect(response.headers.get('x-middleware-rewrite')).toBe(`${site}/en/plugins`);
  expect(response.headers.get('x-middleware-request-x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('content-security-policy')).toBeNull();
});

it('gives each request of a personal page a nonce of its own, which Next.js is told', async () => {
  const [one, two] = await Promise.all([visit('/login'), visit('/login')]);
  expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/]{24}$/);
  expect(nonceOf(two)).not.toBe(nonceOf(one));
  const told = one.headers.get('x-middleware-request-content-security-policy');
  expect(told).toBe(one.headers.get('content-security-policy'));
});

it('asks a guest to sign in', async () => {
  const response = await visit('/cart?producto=a');
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(`${site}/login?next=%2Fcart%3Fproducto%3Da`);
});

it('refreshes a session in the name of the address that the visitor comes from', async () => {
  const session = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: 1 };
  const cookie = `sb-localhost-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  await visit('/profile', { cookie, 'x-forwarded-for': '6.6.6.6, 203.0.113.7' });
  const refresh = asked.find(({ url }) => url.includes('/auth/v1/token?grant_type=refresh_token'));
  expect(refresh?.headers.get('sb-forwarded-for')).toBe('203.0.113.7');
  expect(refresh?.headers.get('apikey')).toBe(variables.SUPABASE_SECRET_KEY);
});

it.each(['/.env', '/x.txt', '/fr/plugins', '/p/No.Slug', '/404'])(
  'leads %s to the one 404 of the language',
  async (path) => {
    const response = await visit(path, { 'accept-language': 'en' });
    expect(response.headers.get('x-middleware-rewrite')).toBe(`${site}/en/404`);
  },
);

it('lets a browser ask before it shows a page for everybody again, and keep no other', async () => {
  expect((await visit('/plugins')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await visit('/login')).headers.get('cache-control')).toBeNull();
  expect((await visit('/cart')).headers.get('cache-control')).toBe('private, no-store');
});
