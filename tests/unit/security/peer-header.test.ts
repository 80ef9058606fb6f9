import { afterAll, expect, it, vi } from 'vitest';
import { isNoted, peerAddress, peerHeader, peerSecret } from '@/lib/core/security/peer-header';

afterAll(() => vi.unstubAllEnvs());
const noted = (value?: string) => new Headers(value === undefined ? {} : { [peerHeader]: value });

it('the address of a connection counts only with the secret of this process', () => {
  vi.stubEnv(peerSecret, 'of-this-process');
  const own = noted('of-this-process 192.0.2.1');
  expect([isNoted(own), peerAddress(own)]).toEqual([true, '192.0.2.1']);
  for (const value of [undefined, '', ' 192.0.2.1', 'guessed 192.0.2.1', '192.0.2.1', 'of-this-processx 192.0.2.1']) {
    expect([isNoted(noted(value)), peerAddress(noted(value))], value).toEqual([false, null]);
  }
  const closed = noted('of-this-process ');
  expect([isNoted(closed), peerAddress(closed)]).toEqual([true, null]);
});

it('before there is a secret, nothing counts', () => {
  for (const secret of [undefined, '']) {
    vi.stubEnv(peerSecret, secret);
    for (const value of ['', ' 192.0.2.1', 'undefined 192.0.2.1'])
      expect([isNoted(noted(value)), peerAddress(noted(value))], value).toEqual([false, null]);
  }
});
