import { AuthApiError } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';

const answer = vi.hoisted(() => ({ error: null as unknown, asked: [] as unknown[] }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    auth: {
      signInWithPassword: async (given: unknown) => {
        answer.asked.push(given);
        return { error: answer.error };
      },
    },
  }),
}));
vi.mock('@/lib/core/env', () => ({ env: () => ({ ALLOWED_EMAIL_DOMAINS: ['gmail.com'], LOG_LEVEL: 'silent' }) }));
const { logIn } = await import('@/lib/account/sign-in/auth');

it.each([
  ['user_banned', 'invalidCredentials'],
  ['invalid_credentials', 'invalidCredentials'],
  ['email_not_confirmed', 'notConfirmed'],
  ['over_request_rate_limit', 'tooMany'],
  ['captcha_failed', 'unexpected'],
])('a login refused by Auth with %s shows %s', async (code, message) => {
  answer.error = new AuthApiError('', 400, code);
  expect(await logIn('ana@gmail.com', 'Secreta123')).toEqual({ ok: false, error: message });
});

it('a login passes on the typed values, and one with another mail domain is refused without a call', async () => {
  Object.assign(answer, { error: null, asked: [] });
  expect(await logIn('ana@gmail.com', 'Secreta123')).toEqual({ ok: true, value: null });
  expect(await logIn('ana@elsewhere.example', 'Secreta123')).toEqual({ ok: false, error: 'domain' });
  expect(answer.asked).toEqual([{ email: 'ana@gmail.com', password: 'Secreta123' }]);
});
