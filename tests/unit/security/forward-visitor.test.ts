import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const url = 'https://project.supabase.co';
const publishable = 'sb_publishable_key';
const secret = 'sb_secret_key';
const asStranger = { apikey: publishable, authorization: `Bearer ${publishable}` };
const asPerson = { apikey: publishable, authorization: 'Bearer a.person.token' };

type Sent = { headers: Headers };
let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) => {
    sent.push({ headers: new Headers(init.headers) });
    return new Response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function send(path: string, headers: Record<string, string>, { address = '203.0.113.7', key = secret } = {}) {
  vi.doMock('@/lib/core/env', () => ({
    env: () => ({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: key }),
  }));
  const { forwardVisitor } = await import('@/lib/core/supabase/forward-visitor');
  await forwardVisitor(address || null)(new URL(path, url), { method: 'POST', headers });
  return Object.fromEntries(sent[0]?.headers ?? []);
}

describe('the secret key with a visitor’s address', () => {
  it.each([
    '/auth/v1/token?grant_type=password',
    '/auth/v1/token?grant_type=refresh_token',
    '/auth/v1/signup',
    '/auth/v1/recover?redirect_to=x',
    '/auth/v1/resend',
    '/auth/v1/verify',
  ])('is sent to %s instead of the publishable key', async (path) => {
    expect(await send(path, asStranger)).toEqual({ apikey: secret, 'sb-forwarded-for': '203.0.113.7' });
  });

  it.each(['/auth/v1/user', '/auth/v1/logout?scope=local', '/auth/v1/factors/7f2c/verify', '/auth/v1/factors'])(
    "is sent to %s with the person's token only",
    async (path) => {
      expect(await send(path, asPerson)).toEqual({
        apikey: secret,
        authorization: asPerson.authorization,
        'sb-forwarded-for': '203.0.113.7',
      });
      sent = [];
      expect(await send(path, asStranger)).toEqual(asStranger);
    },
  );

  it.each([
    '/rest/v1/pagos',
    '/rest/v1/rpc/quien_soy',
    '/storage/v1/object/descargas/x',
    '/auth/v1/admin/users',
    '/auth/v1/token/../admin/users',
    '/auth/v1/factors/../admin/users',
    '/auth/v1/invite',
    'https://elsewhere.example/auth/v1/token',
  ])('is not sent to %s', async (path) => {
    expect(await send(path, asPerson)).toEqual(asPerson);
  });

  it('is not sent for an unknown address, or if Auth would not trust it', async () => {
    expect(await send('/auth/v1/token', asStranger, { address: '' })).toEqual(asStranger);
    sent = [];
    vi.resetModules();
    expect(await send('/auth/v1/token', asStranger, { key: 'eyJhbGciOiJIUzI1NiJ9.e30.x' })).toEqual(asStranger);
  });
});
