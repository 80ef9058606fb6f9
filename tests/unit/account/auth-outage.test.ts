import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({
  auth: {
    getUser: vi.fn(),
    getClaims: vi.fn(),
    getSession: async () => ({ data: { session: null } }),
    updateUser: vi.fn(),
    signInWithPassword: vi.fn(),
  },
  giveBackAttempt: vi.fn(),
}));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [], get: () => ({ value: 'note' }), set: () => {} }),
}));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0, giveBackAttempt: mocks.giveBackAttempt }));
vi.mock('@/lib/core/security/sealed-text', () => ({ unsealText: async () => 'somebody session' }));
vi.mock('@/lib/core/security/response-timing', () => ({
  roundUpDuration: (_ms: number, work: () => unknown) => work(),
}));
vi.mock('@/lib/account/sign-in/device', () => ({ recognizeDevice: async () => null, rememberDevice: async () => {} }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => 0 }));
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => ({ auth: mocks.auth }) }));
stubEnvironment();
vi.stubEnv('ALLOWED_EMAIL_DOMAINS', 'gmail.com');
afterAll(() => vi.unstubAllEnvs());
const { beginProof, proveIdentity } = await import('@/lib/account/settings/identity');
const { isRecovering } = await import('@/lib/account/sign-in/recovery');
const { setNewPassword } = await import('@/lib/account/sign-in/auth');
const { mfaErrorKey } = await import('@/lib/account/two-factor/errors');
const { logInAction } = await import('@/lib/account/sign-in/action');

const email = 'ana@gmail.com';
const outages = [
  ['a limit', new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit')],
  ['no answer', new AuthRetryableFetchError('fetch failed', 0)],
  ['a failure', new AuthRetryableFetchError('Service unavailable', 503)],
] as const;
const refusal = (code: string) => new AuthApiError('', 400, code);
const known = { data: { user: { email } }, error: null };

beforeEach(() => {
  mocks.giveBackAttempt.mockReset();
  mocks.auth.getUser.mockReset().mockResolvedValue(known);
  mocks.auth.updateUser.mockReset().mockResolvedValue({ error: null });
  mocks.auth.signInWithPassword.mockReset().mockResolvedValue({ error: null });
});

it.each(outages)('%s of Auth does not end a session', async (_kind, error) => {
  mocks.auth.getUser.mockResolvedValue({ data: { user: null }, error });
  await expect(beginProof()).rejects.toThrow(ServiceUnavailable);
  await expect(setNewPassword('Secreta123')).rejects.toThrow(ServiceUnavailable);
});

it.each(outages)('%s of Auth does not count as a used link', async (_kind, error) => {
  mocks.auth.getClaims.mockResolvedValue({ data: null, error });
  await expect(isRecovering()).rejects.toThrow(ServiceUnavailable);
  mocks.auth.getClaims.mockResolvedValue({ data: null, error: refusal('session_not_found') });
  expect(await isRecovering()).toBe(false);
});

it.each(outages)('%s of Auth does not count as a wrong password', async (_kind, error) => {
  mocks.auth.updateUser.mockResolvedValue({ error });
  await expect(setNewPassword('Secreta123', 'Secreta122')).rejects.toThrow(ServiceUnavailable);
});

it('a password that could not be checked is neither reported as wrong nor counted as an attempt', async () => {
  const prove = proveIdentity(async () => {
    throw new ServiceUnavailable('the database');
  });
  await expect(prove).rejects.toThrow(ServiceUnavailable);
  expect(mocks.giveBackAttempt).toHaveBeenCalledOnce();
});

it('a code that Auth could not check is reported as an outage', () => {
  expect([0, 503, 500].map((status) => mfaErrorKey({ status }))).toEqual(['unavailable', 'unavailable', 'failed']);
});

it('a wrong password is counted as an attempt', async () => {
  const proof = await proveIdentity(async () => 'currentWrong');
  expect(proof).toMatchObject({ ok: false, fieldErrors: { current: 'currentWrong' } });
  expect(mocks.giveBackAttempt).not.toHaveBeenCalled();
});

it.each([
  ...outages.map(([kind, error]) => [kind, error, 1] as const),
  ['an unconfirmed address', refusal('email_not_confirmed'), 1],
  ['a wrong password', refusal('invalid_credentials'), 0],
  ['a banned account', refusal('user_banned'), 0],
] as const)(
  'a login that ends with %s is a failed attempt only if the password was checked and wrong',
  async (_why, error, back) => {
    mocks.auth.signInWithPassword.mockResolvedValue({ error });
    const form = new FormData();
    for (const [name, value] of Object.entries({ email, password: 'Secreta123', next: '/' })) form.set(name, value);
    expect((await logInAction({}, form)).error).toEqual(expect.any(String));
    expect(mocks.giveBackAttempt).toHaveBeenCalledTimes(back);
  },
);
