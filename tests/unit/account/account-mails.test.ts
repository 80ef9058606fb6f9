import { expect, it, vi } from 'vitest';
import { succeed } from '@/lib/core/action/result';

const auth = vi.hoisted(() => ({ requestReset: vi.fn(), resend: vi.fn() }));
vi.mock('@/lib/account/sign-in/auth', () => auth);
vi.mock('@/lib/account/server', () => ({}));
vi.mock('@/lib/core/env', () => ({ env: () => ({ ADDRESS_LIMIT_FACTOR: 1, LOG_LEVEL: 'silent' }) }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/supabase/server', () => ({}));
vi.mock('@/lib/core/security/response-timing', () => ({ returnAfter: (_step: number, work: () => unknown) => work() }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '203.0.113.1' }));
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => 0 }));
vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => ({}) }));
const { resendConfirmation, resetAction } = await import('@/lib/account/sign-in/action');

it('confirmations requested by strangers do not use up the limit of password resets', async () => {
  auth.resend.mockResolvedValue(succeed(null));
  auth.requestReset.mockResolvedValue(succeed(null));
  const email = 'ana@gmail.com';
  const form = new FormData();
  form.set('email', email);
  for (let n = 0; n < 5; n += 1) expect(await resendConfirmation(email, '/')).toMatchObject({ ok: true });
  expect(auth.resend).toHaveBeenCalledTimes(3);
  for (let n = 0; n < 5; n += 1) await resetAction({}, form);
  expect(auth.requestReset).toHaveBeenCalledTimes(3);
});
