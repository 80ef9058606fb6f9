import { AuthApiError } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { succeed } from '@/lib/core/action/result';

const answer = vi.hoisted(() => ({ value: {} as { data: { user?: unknown; session: unknown }; error: unknown } }));
const asked = vi.hoisted((): unknown[] => []);
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    auth: {
      signUp: async (given: unknown) => {
        asked.push(given);
        return answer.value;
      },
    },
  }),
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

it('a registration passes on the name, the language and the requested page', async () => {
  asked.length = 0;
  const input = {
    email: 'ana@gmail.com',
    username: 'ana',
    password: 'Secreta123',
    locale: 'en',
    next: '/cart',
  } as const;
  answer.value = { data: { user: { identities: [{}] }, session: null }, error: null };
  await register(input);
  expect(asked).toMatchObject([
    {
      email: 'ana@gmail.com',
      password: 'Secreta123',
      options: {
        emailRedirectTo: expect.stringContaining('next=%2Fcart'),
        data: { username: 'ana', display_name: 'ana', idioma: 'en' },
      },
    },
  ]);
  expect(await register({ ...input, email: 'ana@elsewhere.example' })).toEqual({ ok: false, error: 'domain' });
  expect(asked).toHaveLength(1);
});
