import { describe, expect, test } from 'vitest';
import {
  asksPassword,
  confirmLink,
  confirmPath,
  isConfirmProblem,
  newPasswordPath,
  readLink,
} from '@/lib/account/sign-in/confirm-link';

const link = { token_hash: 'pkce_0123456789-abc', type: 'recovery', next: '/cart?producto=mapa' };

describe('the link of an account mail', () => {
  test('is read from its page, even if copied from HTML', () => {
    const path = confirmPath(link);
    expect(path.startsWith('/confirm?')).toBe(true);
    for (const written of [path, path.replaceAll('&', '&amp;')])
      expect(readLink(new URL(written, 'https://shop.test').searchParams)).toEqual(link);
    expect(confirmLink.parse(link)).toEqual(link);
  });

  test.each(['https://evil.example', '//evil.example', '', '/login'])('never redirects to %s', (next) => {
    expect(readLink(new URLSearchParams({ ...link, next })).next).toBe('/');
    expect(confirmLink.parse({ ...link, next }).next).toBe('/');
  });

  test('redirects to the home page without a target', () =>
    expect(readLink(new URLSearchParams('type=signup')).next).toBe('/'));

  test.each([
    { token_hash: 'short' },
    { token_hash: 'a'.repeat(201) },
    { token_hash: 'with space 123' },
    { token_hash: undefined },
    { type: 'sms' },
    { type: undefined },
  ])('is invalid with %o', (change) => expect(confirmLink.safeParse({ ...link, ...change }).success).toBe(false));
});

test.each([
  ['/', false, '/reset-password'],
  ['/', true, '/reset-password?confirmed=1'],
  ['/cart?a=1', false, '/reset-password?next=%2Fcart%3Fa%3D1'],
  ['/cart', true, '/reset-password?confirmed=1&next=%2Fcart'],
])('the path of a password form for %s, confirmed: %s, is %s', (next, confirmed, path) =>
  expect(newPasswordPath(next, confirmed)).toBe(path),
);

test('only known problems of a link are accepted', () => {
  for (const problem of ['tooMany', 'unavailable', 'askPassword', 'wrongPassword', 'tooManyPasswords'])
    expect(isConfirmProblem(problem), problem).toBe(true);
  for (const other of ['', 'x', undefined, ['tooMany'], 'toString']) expect(isConfirmProblem(other)).toBe(false);
  expect(['tooMany', 'unavailable', 'askPassword', 'wrongPassword', 'tooManyPasswords'].filter(asksPassword)).toEqual([
    'askPassword',
    'wrongPassword',
    'tooManyPasswords',
  ]);
  expect(asksPassword(undefined)).toBe(false);
});
