import { AuthApiError } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { succeed } from '@/lib/core/action/result';

const answer = vi.hoisted(() => ({ value: {} as { data: { user?: unknown; session: unknown }; error: unknown } }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({ auth: { signUp: async () => answer.value } }),
}));
vi.mock('@/lib/core/env', () => ({
  env: () => ({ ALLOWED_EMAIL_DOMAINS: ['gmail.com'], LOG_LEVEL: 'silent', SITE_URL: 'https://shop.example' }),
}));
vi.mock('@/lib/account/sign-in/registration', () => ({ beginRegistration: async () => succeed(undefined) }));
vi.mock('@/lib/core/security/seal', () => ({ seal: async () => 'f'.repeat(64) }));
vi.mock('next/headers', () => ({ cookies: async () => ({ set: () => {} }) }));
const { register } = await import('@/lib/account/sign-in/auth');

const ask = (user: unknown, session: unknown = null, error: unknown = null) => {
  answer.value = { data: { user, session }, error };
  return register({ email: 'ana@gmail.com', username: 'ana', password: 'Secreta123', locale: 'es', next: '/' });
};

it("a registration returns Auth's error for a known address if addresses are not confirmed", async () => {
  const refused = { ok: false, error: 'alreadyRegistered' };
  expect(await ask(null, null, new AuthApiError('User already registered', 422, 'user_already_exists'))).toEqual(
    refused,
  );
  // An older Auth returns no code.
  expect(await ask(null, null, new AuthApiError('User already registered', 400, undefined))).toEqual(refused);
});

it('a registration returns the same for every address if Auth hides known ones', async () => {
  const hidden = await ask({ id: 'nobody', identities: [] });
  expect(hidden).toEqual({ ok: true, value: 'waits' });
  expect(await ask({ id: 'new', identities: [{ provider: 'email' }] })).toEqual(hidden);
});

it('a registration signs in at once if addresses are not confirmed', async () =>
  expect(await ask({ id: 'new', identities: [{}] }, { access_token: 'token' })).toEqual({
    ok: true,
    value: 'signedIn',
  }));
