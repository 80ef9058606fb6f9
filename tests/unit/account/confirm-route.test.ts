import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({
  takeAttempt: vi.fn(),
  verifyOtp: vi.fn(),
  openRecovery: vi.fn(),
  recognizeRegistration: vi.fn(),
  recognizePassword: vi.fn(),
  endRegistration: vi.fn(),
  rememberDevice: vi.fn(),
  hasPassword: vi.fn(),
  pathWithName: vi.fn(),
}));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: mocks.takeAttempt }));
vi.mock('@/lib/account/sign-in/recovery', () => ({ openRecovery: mocks.openRecovery }));
vi.mock('@/lib/account/sign-in/registration', () => ({
  recognizeRegistration: mocks.recognizeRegistration,
  recognizePassword: mocks.recognizePassword,
  endRegistration: mocks.endRegistration,
}));
vi.mock('@/lib/account/sign-in/social-sign-in', () => ({ pathWithName: mocks.pathWithName }));
vi.mock('@/lib/account/two-factor/server', () => ({ hasPassword: mocks.hasPassword }));
vi.mock('@/lib/account/sign-in/device', () => ({ rememberDevice: mocks.rememberDevice }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({ auth: { verifyOtp: mocks.verifyOtp } }),
}));
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => 0 }));
stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const { POST } = await import('@/app/auth/confirm/route');

const shop = 'http://localhost:3000';
const link = { token_hash: 'a-token-of-a-mail', type: 'signup' };

/** Presses the button of the page, and answers where that led. */
async function press(fields: Record<string, string> = {}, origin = shop): Promise<string | null | number> {
  const body = new URLSearchParams({ ...link, next: '/library', ...fields });
  const answer = await POST(new Request(`${shop}/auth/confirm`, { method: 'POST', headers: { origin }, body }));
  return answer.status === 303 ? (answer.headers.get('location')?.slice(shop.length) ?? null) : answer.status;
}

const expired = '/confirm?next=%2Flibrary';
const asksAgain = (problem: string) => `/confirm?${new URLSearchParams({ ...link, next: '/library', problem })}`;

beforeEach(() => {
  mocks.takeAttempt.mockReset().mockResolvedValue(0);
  mocks.verifyOtp.mockReset().mockResolvedValue({ data: { session: {} }, error: null });
  mocks.hasPassword.mockReset().mockResolvedValue(true);
  mocks.pathWithName.mockReset().mockImplementation(async (next: string) => next);
  mocks.openRecovery.mockReset();
  mocks.recognizeRegistration.mockReset().mockResolvedValue(true);
  mocks.recognizePassword.mockReset().mockResolvedValue('askPassword');
  mocks.endRegistration.mockReset();
  mocks.rememberDevice.mockReset();
});

it('a confirmation link redirects within the shop only', async () => {
  expect(await press()).toBe('/library');
  expect(await press({ next: 'https://elsewhere.example' })).toBe('/');
  expect(mocks.openRecovery).not.toHaveBeenCalled();
  expect(await press({ type: 'recovery' })).toBe('/reset-password?next=%2Flibrary');
  expect(mocks.openRecovery).toHaveBeenCalledOnce();
});

it('a confirmation in another browser requires the password of the registration', async () => {
  mocks.recognizeRegistration.mockResolvedValue(false);
  expect(await press()).toBe(asksAgain('askPassword'));
  mocks.recognizePassword.mockResolvedValue('wrongPassword');
  expect(await press({ password: 'Otra1234' })).toBe(asksAgain('wrongPassword'));
  mocks.recognizePassword.mockResolvedValue('expired');
  expect(await press({ password: 'Secreta123' })).toBe(expired);
  expect(mocks.verifyOtp).not.toHaveBeenCalled();
  mocks.recognizePassword.mockResolvedValue('known');
  expect(await press({ password: 'Secreta123' })).toBe('/library');
  expect(mocks.recognizePassword).toHaveBeenLastCalledWith(link.token_hash, 'Secreta123');
  expect(mocks.openRecovery).not.toHaveBeenCalled();
});

it('a password can be chosen if another person may have registered', async () => {
  mocks.recognizeRegistration.mockResolvedValue(false);
  expect(await press({ choose: '1' })).toBe('/reset-password?confirmed=1&next=%2Flibrary');
  expect(mocks.openRecovery).toHaveBeenCalledOnce();
  expect(await press({ type: 'email_change' })).toBe('/library');
  expect(mocks.openRecovery).toHaveBeenCalledOnce();
  expect(mocks.endRegistration).not.toHaveBeenCalled();
});

it('a rate-limited person keeps the unused link', async () => {
  mocks.takeAttempt.mockResolvedValue(30);
  expect(await press()).toBe(asksAgain('tooMany'));
  expect(mocks.verifyOtp).not.toHaveBeenCalled();
});

it.each([
  ['no response', { name: 'AuthRetryableFetchError', status: 0 }, asksAgain('unavailable')],
  ['a failure', { name: 'AuthRetryableFetchError', status: 503 }, asksAgain('unavailable')],
  ['a limit for everybody', { code: 'over_request_rate_limit', status: 429 }, asksAgain('tooMany')],
  ['a used link', { code: 'otp_expired', status: 403 }, expired],
])('%s of Auth is redirected to a page with its message', async (_name, error, path) => {
  mocks.verifyOtp.mockResolvedValue({ error });
  expect(await press()).toBe(path);
});

it('a form of another site, without a link or of excessive size does nothing', async () => {
  expect(await press({}, 'https://elsewhere.example')).toBe(403);
  expect(await press({ token_hash: '<script>' })).toBe('/confirm');
  expect(await press({ more: 'x'.repeat(5_000) })).toBe('/confirm');
  expect(mocks.verifyOtp).not.toHaveBeenCalled();
});

it('the first of two links for a new address leads to a page that mentions the second', async () => {
  mocks.verifyOtp.mockResolvedValue({ data: { session: null }, error: null });
  expect(await press({ type: 'email_change' })).toBe('/confirm?half=1');
  expect(mocks.rememberDevice).not.toHaveBeenCalled();
});

it('an invitation leads to the choice of a password and a name', async () => {
  mocks.pathWithName.mockImplementation(async (next: string) => `/login/nombre?next=${encodeURIComponent(next)}`);
  const name = encodeURIComponent('/login/nombre?next=%2Flibrary');
  expect(await press({ type: 'invite' })).toBe(`/reset-password?next=${name}`);
  expect(mocks.openRecovery).toHaveBeenCalledOnce();
});

it('a login link redirects, and to the choice of a password if there is none', async () => {
  expect(await press({ type: 'magiclink' })).toBe('/library');
  mocks.hasPassword.mockResolvedValue(false);
  expect(await press({ type: 'magiclink' })).toBe('/reset-password?next=%2Flibrary');
});
