import { stringToBase64URL } from '@supabase/ssr';
import { expect, test } from 'vitest';
import { currentToken, isSessionDue } from '@/lib/account/identity/session-due';

const name = 'sb-127-auth-token';
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const encode = (session: unknown) => `base64-${stringToBase64URL(JSON.stringify(session))}`;
const sessionFor = (seconds: number) => encode({ access_token: 'x'.repeat(300), expires_at: inSeconds(seconds) });
const cut = (text: string) => [
  { name: `${name}.0`, value: text.slice(0, 100) },
  { name: `${name}.1`, value: text.slice(100) },
];

test('a session is due shortly before its end, in one cookie or several', async () => {
  for (const [seconds, isDue] of [
    [3_600, false],
    [120, false],
    [95, true],
    [10, true],
    [-60, true],
  ] as const) {
    const value = sessionFor(seconds);
    expect([seconds, await isSessionDue([{ name, value }])]).toEqual([seconds, isDue]);
    expect([seconds, await isSessionDue(cut(value))]).toEqual([seconds, isDue]);
  }
});

test('an unreadable cookie is left to the client', async () => {
  const [first] = cut(sessionFor(3_600));
  const odd = ['', 'base64-', 'base64-!!', 'no json', encode(null), encode({}), encode({ expires_at: 'soon' })];
  odd.push(encode({ access_token: 7, expires_at: inSeconds(3_600) }), encode({ expires_at: inSeconds(3_600) }));
  for (const value of odd) expect([value, await isSessionDue([{ name, value }])]).toEqual([value, true]);
  expect(await isSessionDue(first ? [first] : [])).toBe(true);
  expect(await isSessionDue([])).toBe(true);
  expect(await isSessionDue([{ name: `${name}-code-verifier`, value: 'x' }])).toBe(true);
});

test('two sessions are due if one is', async () => {
  const other = { name: 'sb-other-auth-token', value: sessionFor(5) };
  expect(await isSessionDue([{ name, value: sessionFor(3_600) }, other])).toBe(true);
});

test('a verified token is that of the only session, while it is not due', async () => {
  const token = 'x'.repeat(300);
  const value = sessionFor(3_600);
  expect(await currentToken([{ name, value }])).toBe(token);
  expect(await currentToken(cut(value))).toBe(token);
  expect(await currentToken([{ name, value: sessionFor(95) }])).toBeNull();
  expect(await currentToken([{ name, value: 'no json' }])).toBeNull();
  expect(await currentToken([])).toBeNull();
  const other = { name: 'sb-other-auth-token', value };
  expect(await currentToken([{ name, value }, other])).toBeNull();
  expect(await isSessionDue([{ name, value }, other])).toBe(false);
  // Cookies of others whose names only look like it.
  expect(await currentToken([{ name: `x-${name}`, value }])).toBeNull();
  expect(await currentToken([{ name: `${name}.old`, value }])).toBeNull();
});
