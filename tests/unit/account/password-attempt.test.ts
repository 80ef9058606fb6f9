import { beforeEach, expect, it, vi } from 'vitest';

const { takeAttempt, giveBackAttempt, recognizeDevice } = vi.hoisted(() => ({
  takeAttempt: vi.fn(),
  giveBackAttempt: vi.fn(),
  recognizeDevice: vi.fn(),
}));
vi.mock('@/lib/core/limits', () => ({ takeAttempt, giveBackAttempt }));
vi.mock('@/lib/account/sign-in/device', () => ({ recognizeDevice }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
const { beginPasswordAttempt, beginProofAttempt, tryPassword } = await import('@/lib/account/sign-in/password-attempt');

beforeEach(() => {
  vi.clearAllMocks();
  takeAttempt.mockResolvedValue(0);
});

it.each([
  ['a stranger, by account and address', null, { account: 'ana@gmail.com', address: '192.0.2.1' }],
  ['a known device, by itself and the account', 'd1', { device: 'd1 ana@gmail.com' }],
])('passwords are counted for %s, and the right one is given back there', async (_what, device, who) => {
  recognizeDevice.mockResolvedValue(device);
  const attempt = await beginPasswordAttempt('ana@gmail.com');
  expect(takeAttempt).toHaveBeenCalledExactlyOnceWith('password', who);
  expect(attempt.refused).toBe(false);
  expect(giveBackAttempt).not.toHaveBeenCalled();
  await attempt.giveBack();
  expect(giveBackAttempt).toHaveBeenCalledExactlyOnceWith('password', who);
});

it('too many passwords are refused', async () => {
  takeAttempt.mockResolvedValue(30);
  expect((await beginPasswordAttempt('ana@gmail.com')).refused).toBe(true);
});

it('a proof in the settings is counted for its session alone', async () => {
  await (await beginProofAttempt('ana one')).giveBack();
  expect(takeAttempt.mock.calls).toEqual([['password', { device: 'session ana one' }]]);
  expect(giveBackAttempt.mock.calls).toEqual(takeAttempt.mock.calls);
});

it('a check with an answer costs an attempt, and one that fails does not', async () => {
  const attempt = await beginProofAttempt('ana one');
  expect(await tryPassword(attempt, async () => 'wrong')).toBe('wrong');
  expect(giveBackAttempt).not.toHaveBeenCalled();
  await expect(tryPassword(attempt, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(giveBackAttempt).toHaveBeenCalledOnce();
});
