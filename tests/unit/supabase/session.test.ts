import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

const { createSessionClient } = await import('@/lib/core/supabase/session');
const { findPerson, findPersonOf } = await import('@/lib/account/identity/find-person');

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);

const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const jwk = { ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };

/** An access token, signed with the project's key or, to be refused, with another. */
async function tokenOf(claims: object, key = keys.privateKey): Promise<string> {
  const text = `${encode({ alg: 'ES256', kid: 'key-1', typ: 'JWT' })}.${encode({ exp: seconds() + 3600, ...claims })}`;
  const seal = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(seal).toString('base64url')}`;
}

const calls: string[] = [];
let answers: Record<string, () => Response> = {};

vi.stubGlobal('fetch', async (input: string | URL | Request) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  calls.push(pathname);
  const answer = answers[pathname];
  if (!answer) throw new TypeError('fetch failed');
  return answer();
});

beforeEach(() => {
  calls.length = 0;
  answers = {
    '/auth/v1/.well-known/jwks.json': () => Response.json({ keys: [jwk] }),
    '/rest/v1/rpc/quien_soy': () => Response.json({ id: 'me' }),
  };
});

type Cookie = { name: string; value: string; options?: object };

/** A client with a session, and the cookies that it sets. */
function open(access_token: string, { expiresIn = 3600, refresh = 'r', refreshes = true } = {}) {
  const session = { access_token, refresh_token: refresh, token_type: 'bearer', expires_at: seconds() + expiresIn };
  const name = 'sb-localhost-auth-token';
  const changed: Cookie[] = [];
  const client = createSessionClient(
    {
      getAll: () => [{ name, value: `base64-${encode({ ...session, user: { id: 'me' } })}` }],
      setAll: (cookies) => void changed.push(...cookies),
    },
    { refreshes },
  );
  return { client, changed };
}

it('a client is created only to refresh or verify a token, and the account costs one call', async () => {
  const secret = (role: string) => `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'me', role })}.c2lnbg`;
  const cookie = (access_token: string, expiresIn = 3600, name = 'sb-localhost-auth-token') => ({
    name,
    value: `base64-${encode({ access_token, refresh_token: 'r', expires_at: seconds() + expiresIn, user: { id: 'me' } })}`,
  });
  const ask = async (token: string, ...cookies: Array<{ name: string; value: string }>) => {
    const make = vi.fn(() => open(token).client);
    const found = await findPersonOf(cookies, make);
    return [found.status, make.mock.calls.length];
  };
  const token = secret('authenticated');
  expect(await ask(token, cookie(token))).toEqual(['person', 0]);
  expect(calls).toEqual(['/rest/v1/rpc/quien_soy']);
  // With the session of another project: only the client can decide which one counts.
  expect(await ask(token, cookie(token), cookie(secret('x'), 3600, 'sb-other-auth-token'))).toEqual(['person', 1]);
  expect(await ask(token, cookie(token, 60))).toEqual(['person', 1]);
  const signed = await tokenOf({ sub: 'me' });
  expect(await ask(signed, cookie(signed))).toEqual(['person', 1]);
  answers['/rest/v1/rpc/quien_soy'] = () => Response.json({ message: 'no' }, { status: 401 });
  expect(await ask(token, cookie(token))).toEqual(['guest', 0]);
  answers = {};
  expect(await ask(token, cookie(token))).toEqual(['unavailable', 0]);
});

it('a token is verified locally with asymmetric keys, and the account costs one call', async () => {
  const token = await tokenOf({ sub: 'me' });
  expect(await findPerson(open(token).client)).toMatchObject({ status: 'person', row: { id: 'me' } });
  expect(calls.filter((path) => path.startsWith('/rest/'))).toHaveLength(1);
  expect(calls).not.toContain('/auth/v1/user');
  calls.length = 0;
  await findPerson(open(token).client);
  expect(calls).toEqual(['/rest/v1/rpc/quien_soy']);
});

it('a forged token costs no call', async () => {
  const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const forged = await tokenOf({ sub: 'somebody else' }, other.privateKey);
  await findPerson(open(await tokenOf({ sub: 'me' })).client);
  calls.length = 0;
  expect(await findPerson(open(forged).client)).toEqual({ status: 'guest' });
  expect(calls).toEqual([]);
});

it('a token signed with a shared secret is verified by the database, without a call to Auth', async () => {
  const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'me', exp: seconds() + 3600 })}.c2lnbg`;
  expect(await findPerson(open(token).client)).toMatchObject({ status: 'person' });
  expect(calls).toEqual(['/rest/v1/rpc/quien_soy']);
});

it.each([
  [401, 'guest'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('the status of a person after a response %i of the database is %s', async (status, expected) => {
  answers['/rest/v1/rpc/quien_soy'] = () => Response.json({ message: 'no' }, { status });
  expect((await findPerson(open('e30.e30.e30').client)).status).toBe(expected);
});

it('an unavailable database turns no person into a guest', async () => {
  answers = {};
  expect((await findPerson(open('e30.e30.e30').client)).status).toBe('unavailable');
});

const renewed = async () => {
  const access_token = await tokenOf({ sub: 'me' });
  return { access_token, refresh_token: 'r2', token_type: 'bearer', expires_in: 3600, user: { id: 'me' } };
};

it('an expired session is refreshed, and sent to the browser', async () => {
  const body = await renewed();
  answers['/auth/v1/token'] = () => Response.json(body);
  const { client, changed } = open('e30.e30.e30', { expiresIn: -10, refresh: 'fresh-1' });
  expect((await findPerson(client)).status).toBe('person');
  expect(changed.some(({ value }) => value.startsWith('base64-'))).toBe(true);
  // Cookie options of a shop without https.
  const hidden = { httpOnly: true, sameSite: 'lax', path: '/', secure: false };
  for (const { name, options } of changed) expect(options, name).toMatchObject(hidden);
});

it.each([429, 500, 503, 0])('a refresh with status %i keeps the session in the browser', async (status) => {
  if (status > 0) answers['/auth/v1/token'] = () => Response.json({ error_code: 'x' }, { status });
  const { client, changed } = open('e30.e30.e30', { expiresIn: -10, refresh: `kept-${status}` });
  expect((await findPerson(client)).status).toBe('unavailable');
  expect(changed).toEqual([]);
  // The library alone would retry for half a minute.
  expect(calls).toEqual(['/auth/v1/token']);
});

it('a refused refresh ends the session in the browser', async () => {
  answers['/auth/v1/token'] = () => Response.json({ error_code: 'refresh_token_not_found' }, { status: 400 });
  const { client, changed } = open('e30.e30.e30', { expiresIn: -10, refresh: 'refused-1' });
  expect((await findPerson(client)).status).toBe('guest');
  expect(changed).toEqual([expect.objectContaining({ value: '' })]);
});

it('a page does not refresh a session, because it cannot store it', async () => {
  const { client, changed } = open('e30.e30.e30', { expiresIn: -10, refresh: 'page-1', refreshes: false });
  expect((await findPerson(client)).status).toBe('unavailable');
  expect([calls, changed]).toEqual([[], []]);
});

it('a session about to expire still serves a page', async () => {
  const token = await tokenOf({ sub: 'me', exp: seconds() + 30 });
  const { client } = open(token, { expiresIn: 30, refresh: 'page-2', refreshes: false });
  expect((await findPerson(client)).status).toBe('person');
});

it('a new login after a failed refresh is stored', async () => {
  const body = await renewed();
  const { client, changed } = open('e30.e30.e30', { expiresIn: -10, refresh: 'page-3', refreshes: false });
  expect((await findPerson(client)).status).toBe('unavailable');
  answers['/auth/v1/token'] = () => Response.json(body);
  expect((await client.auth.signInWithPassword({ email: 'a@gmail.com', password: 'x' })).error).toBeNull();
  expect(changed.some(({ value }) => value.startsWith('base64-'))).toBe(true);
});
