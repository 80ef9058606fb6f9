import { generateKeyPair, importJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readToken, verifyToken } from '../src/api/auth/tokens.ts';
import { settingsOf } from '../src/api/real/auth.ts';
import { chooseRealServices } from '../src/api/real/choice.ts';
import { withRoleToken } from '../src/api/real/hand-on.ts';
import { createTokens } from '../src/api/real/tokens.ts';
import { parseConfig } from '../src/config.ts';

const secret = 'a secret of forty characters, at the least';
const keys = { publishable: 'sb_publishable_1', secret: 'sb_secret_1', jwt: secret };
const tokens = createTokens(secret);

test('Auth gets the settings that a hosted project gets', () => {
  const config = parseConfig(`
    [auth.rate_limit]
    token_refresh = 600
    [auth.email]
    enable_confirmations = true
    require_current_password = true
    [auth.hook.send_email]
    uri = "pg-functions://postgres/public/send_email"`);
  expect(settingsOf(config.auth)).toMatchObject({
    GOTRUE_DISABLE_SIGNUP: 'false',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '600',
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
    GOTRUE_HOOK_SEND_EMAIL_ENABLED: 'true',
    GOTRUE_HOOK_SEND_EMAIL_URI: 'pg-functions://postgres/public/send_email',
  });
});

test('the emulations run unless the environment names the real programs', () => {
  expect(chooseRealServices({ AUTH_BINARY: '', STORAGE_SOURCE: undefined })).toEqual({});
  expect(chooseRealServices({ AUTH_BINARY: '/opt/auth', POSTGREST_BINARY: '/opt/postgrest' })).toEqual({
    authBinary: '/opt/auth',
    restBinary: '/opt/postgrest',
  });
});

describe('a token of Auth', () => {
  const signed = async (key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT({ sub: 'somebody', session_id: 's', exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .sign(key);

  test('is re-signed for services that only know the shared secret', async () => {
    const [{ kty, crv, x, y, d }] = JSON.parse(tokens.authKeys);
    const shared = await tokens.asShared(await signed(await importJWK({ kty, crv, x, y, d }, 'ES256')));
    expect(verifyToken(shared, secret)).toMatchObject({ sub: 'somebody', session_id: 's' });
  });

  test('with another key is passed on unchanged, like any other text', async () => {
    const foreign = await signed((await generateKeyPair('ES256')).privateKey);
    expect(await tokens.asShared(foreign)).toBe(foreign);
    expect(await tokens.asShared('sb_secret_1')).toBe('sb_secret_1');
  });
});

describe('an API key is exchanged for the token of its role', () => {
  const roleFor = (given: Record<string, string>) => {
    const headers = new Headers(given);
    withRoleToken(headers, keys, tokens);
    const bearer = headers.get('authorization')?.slice('Bearer '.length);
    return bearer && bearer.split('.').length === 3 ? readToken(bearer).role : bearer;
  };

  test.each([
    [{ apikey: keys.publishable }, 'anon'],
    [{ apikey: keys.secret }, 'service_role'],
    [{ apikey: keys.secret, authorization: `Bearer ${keys.secret}` }, 'service_role'],
    [{ authorization: `Bearer ${keys.secret}` }, 'service_role'],
    [{ apikey: keys.secret, authorization: 'Bearer of-a-person' }, 'of-a-person'],
    [{}, undefined],
  ])('%o', (given, role) => expect(roleFor(given as Record<string, string>)).toBe(role));
});
