import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const environment = vi.hoisted(() => ({ ADDRESS_LIMIT_FACTOR: 1 }));
vi.mock('@/lib/core/env', () => ({ env: () => environment }));

let limits: typeof import('@/lib/core/limits');
beforeEach(async () => {
  vi.resetModules();
  environment.ADDRESS_LIMIT_FACTOR = 1;
  limits = await import('@/lib/core/limits');
});

type Attempt = Parameters<typeof limits.takeAttempt>;
const passed = async (attempts: Attempt[]) => {
  const waits = await Promise.all(attempts.map((attempt) => limits.takeAttempt(...attempt)));
  return waits.filter((wait) => wait === 0).length;
};
const times = (count: number, attempt: (n: number) => Attempt) => Array.from({ length: count }, (_, n) => attempt(n));

describe('the limit of password attempts', () => {
  it('allows ten of 60 attempts on one account from 60 addresses', async () => {
    const guesses = times(60, (n) => ['password', { account: 'victima@gmail.com', address: `203.0.113.${n}` }]);
    expect(await passed(guesses)).toBe(10);
    expect(await passed(times(5, () => ['password', { account: 'Victima@Gmail.com', address: '198.51.100.1' }]))).toBe(
      0,
    );
  });

  it('allows ten attempts in a known browser during an attack on the account', async () => {
    await passed(times(60, (n) => ['password', { account: 'a@gmail.com', address: `203.0.113.${n}` }]));
    expect(await passed(times(15, () => ['password', { device: 'secreto a@gmail.com' }]))).toBe(10);
  });

  it('admits a known browser during an attack on the whole shop', async () => {
    const storm = times(5_100, (n) => ['password', { account: `p${n}@gmail.com`, address: `address ${n}` }]);
    expect(await passed(storm)).toBe(5_000);
    const stranger: Attempt = ['password', { account: 'a@gmail.com', address: '203.0.113.1' }];
    expect(await passed([stranger, ['password', { device: 'secreto a@gmail.com' }]])).toBe(1);
  });

  it('allows 50 accounts per address in a quarter of an hour, without blocking the other accounts', async () => {
    const sprayed = times(200, (n) => ['password', { account: `p${n}@gmail.com`, address: '203.0.113.9' }]);
    expect(await passed(sprayed)).toBe(50);
    const owner: Attempt = ['password', { account: 'p199@gmail.com', address: '198.51.100.7' }];
    expect(await passed(times(20, () => owner))).toBe(10);
  });

  it('leaves most attempts of the shop to others if one site uses all its networks', async () => {
    const networks = times(256 * 50, (n) => [
      'password',
      { account: `p${n}@gmail.com`, address: `2001:db8:7:${(n % 256).toString(16)}::/64` },
    ]);
    expect(await passed(networks)).toBe(1_000);
    const stranger: Attempt = ['password', { account: 'a@gmail.com', address: '2001:db8:8:1::/64' }];
    expect(await passed([stranger])).toBe(1);
  });

  it('does not count correct passwords', async () => {
    const who = { account: 'b@gmail.com', address: '203.0.113.77' };
    for (let n = 0; n < 100; n += 1) {
      expect(await limits.takeAttempt('password', who)).toBe(0);
      await limits.giveBackAttempt('password', who);
    }
  });

  it('counts no attempt when it is checked', async () => {
    const who = { account: 'd@gmail.com', address: '203.0.113.78' };
    for (let n = 0; n < 20; n += 1) expect(await limits.waitOf('password', who)).toBe(0);
    expect(await passed(times(9, () => ['password', who]))).toBe(9);
    expect(await limits.waitOf('password', who)).toBe(0);
    expect(await limits.takeAttempt('password', who)).toBe(0);
    expect(await limits.waitOf('password', who)).toBeGreaterThan(800);
    expect(await limits.waitOf('password', { account: 'e@gmail.com', address: '203.0.113.78' })).toBe(0);
  });

  it('grows its delay, so that a day allows 60 attempts at most', async () => {
    vi.useFakeTimers();
    let tried = 0;
    for (let quarter = 0; quarter < 40; quarter += 1) {
      tried += await passed(times(12, (n) => ['password', { account: 'c@gmail.com', address: `${quarter} ${n}` }]));
      vi.advanceTimersByTime(15 * 60_000 + 1);
    }
    vi.useRealTimers();
    expect(tried).toBeLessThanOrEqual(60);
  });
});

it('one address registers ten accounts, not 25', async () => {
  const accounts = times(25, (n) => ['register', { address: '203.0.113.5', account: `nueva${n}@gmail.com` }]);
  expect(await passed(accounts)).toBe(10);
});

it('three of 30 requests for a mail to one address from 30 sources are sent', async () => {
  const account = `${randomUUID()}@gmail.com`;
  expect(await passed(times(30, () => ['resetMail', account]))).toBe(3);
});

it('an address can try 60 codes, and an account 20', async () => {
  const account = (n: number) => `cuenta ${n}`;
  expect(await passed(times(1000, (n) => ['code', { account: account(n % 20), address: `203.0.113.${n % 20}` }]))).toBe(
    400,
  );
  const many = times(200, (n) => ['code', { account: account(100 + n), address: '198.51.100.9' }] as Attempt);
  expect(await passed(many)).toBe(60);
});

it('on a local machine the limits per address are higher, but not those per account', async () => {
  environment.ADDRESS_LIMIT_FACTOR = 1000;
  expect(await passed(times(300, (n) => ['register', { address: '127.0.0.1', account: `n${n}@gmail.com` }]))).toBe(300);
  expect(await passed(times(60, () => ['password', { address: '127.0.0.1', account: 'd@gmail.com' }]))).toBe(10);
});
