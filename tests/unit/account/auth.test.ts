import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emailChangeSchema } from '@/lib/account/settings/schema';
import { type AuthErrorKey, authErrorKey, revealsKnownAddress, sentences } from '@/lib/account/sign-in/auth-errors';
import { mailProviderUrl } from '@/lib/account/sign-in/mail-provider';
import { loginSchema, newPasswordSchema, registerSchema, usernameSchema } from '@/lib/account/sign-in/schema';
import { socialErrorKey } from '@/lib/account/sign-in/social-providers';
import { sentences as secondFactor } from '@/lib/account/two-factor/errors';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const wordsOf = ({ auth, problems }: typeof es, key: AuthErrorKey): string => ({ ...problems, ...auth.errors })[key];

describe('messages for errors of Auth', () => {
  it.each([
    [{ message: 'Anonymous sign-ins are disabled' }, 'Debe ser un correo electrónico válido y contraseña válidos.'],
    [{ message: 'Email not confirmed' }, 'Debes confirmar tu correo antes de iniciar sesión.'],
    [{ code: 'email_not_confirmed', message: '' }, 'Debes confirmar tu correo antes de iniciar sesión.'],
    [
      { code: 'insufficient_aal', message: '' },
      'Antes tienes que entrar con el código de tu app. Si la has perdido, quítala en los ajustes.',
    ],
    [{ message: 'User already registered' }, 'Ya existe una cuenta con este correo.'],
    [{ message: 'Password should be at least 6 characters.' }, 'La contraseña debe tener al menos 6 caracteres.'],
    [{ message: 'Signup requires a valid password' }, 'Debes ingresar una contraseña válida.'],
    [{ message: 'Invalid email or password' }, 'Correo o contraseña inválidos.'],
    [{ message: 'Invalid login credentials' }, 'Correo o contraseña inválidos.'],
    [
      { code: 'over_email_send_rate_limit', message: '' },
      'Acabamos de enviarlo. Espera un minuto antes de pedirlo otra vez.',
    ],
    [{ message: 'the moon is full' }, 'Ocurrió un error inesperado. Inténtalo de nuevo.'],
  ])('are translated from %j', (error, message) => expect(wordsOf(es, authErrorKey(error))).toBe(message));

  const listed = readFileSync('node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts', 'utf8');
  const codes = [...listed.matchAll(/'(\w+)'/g)].map(([, code]) => code ?? '');

  it('exist for every code of auth-js, in both languages', () => {
    expect(codes).toEqual(expect.arrayContaining(['same_password', 'over_request_rate_limit', 'captcha_failed']));
    expect(codes.filter((code) => !(code in sentences || code in secondFactor))).toEqual([]);
    for (const key of Object.values(sentences)) {
      for (const catalogue of [es, en]) expect(wordsOf(catalogue, key), key).toMatch(/\w/);
    }
    for (const key of Object.values(secondFactor)) {
      for (const { twoFactor, problems } of [es, en]) {
        expect({ ...problems, ...twoFactor.errors }, key).toHaveProperty(key);
      }
    }
  });

  it('exist for codes of Auth that auth-js does not define yet', () => {
    expect(authErrorKey({ code: 'current_password_required' })).toBe('linkInvalid');
    expect(authErrorKey({ code: 'current_password_invalid' })).toBe('invalidCredentials');
    expect(authErrorKey({ code: 'flow_state_already_used' })).toBe('linkInvalid');
    const faults = ['email_address_not_provided', 'feature_disabled', 'request_entity_too_large'];
    const unused = [
      'over_custom_provider_quota',
      'passkey_disabled',
      'webauthn_verification_failed',
      'oauth_invalid_state',
    ];
    for (const code of [...faults, ...unused]) expect(sentences, code).toHaveProperty(code);
  });

  it('hide mail limits, which only known addresses reach', () => {
    expect(revealsKnownAddress({ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' })).toBe(
      true,
    );
    expect(revealsKnownAddress({ code: 'over_email_send_rate_limit' })).toBe(true);
    expect(revealsKnownAddress({ message: 'Email rate limit exceeded' })).toBe(true);
    const tooSoon = 'For security purposes, you can only request this after 42 seconds.';
    expect(revealsKnownAddress({ message: tooSoon })).toBe(true);
    expect(revealsKnownAddress({})).toBe(false);
    expect(revealsKnownAddress({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })).toBe(false);
  });
});

it('an address has at most 64 octets before the @', () => {
  const address = (count: number) => `${'a'.repeat(count)}@gmail.com`;
  const form = { username: 'ana', password: 'Secreta123', next: '/' };
  for (const schema of [registerSchema, loginSchema]) {
    expect(schema.safeParse({ ...form, email: address(64) }).success).toBe(true);
    expect(schema.safeParse({ ...form, email: address(65) }).success).toBe(false);
  }
  expect(emailChangeSchema.safeParse({ email: address(64), current: 'x' }).success).toBe(true);
  expect(emailChangeSchema.safeParse({ email: address(65), current: 'x' }).success).toBe(false);
});

it('a sign-in with a service account without an address shows advice', () => {
  const refusal = (code: string | null, description: string) =>
    socialErrorKey({ error: 'server_error', code, description });
  expect(refusal('email_address_not_provided', 'x')).toBe('socialNoEmail');
  expect(refusal('unexpected_failure', 'Error getting user email from external provider')).toBe('socialNoEmail');
});

it.each([
  ['access_denied', null, null, 'socialDenied'],
  ['access_denied', 'user_banned', 'User is banned', 'banned'],
  ['server_error', 'provider_email_needs_verification', 'x', 'socialEmail'],
  ['server_error', 'signup_disabled', 'x', 'signUpClosed'],
  ['server_error', 'unexpected_failure', 'Database error saving new user', 'domain'],
  ['server_error', 'unexpected_failure', 'x', 'social'],
  ['server_error', null, null, 'social'],
  [null, null, null, 'social'],
])('a sign-in with a service that failed with %s, %s and «%s» says %s', (error, code, description, key) =>
  expect(socialErrorKey({ error, code, description })).toBe(key),
);

it.each([
  ['ñ'.repeat(36), undefined],
  ['ñ'.repeat(37), 'passwordBytes'],
  ['a'.repeat(60), undefined],
  ['a'.repeat(61), 'passwordLong'],
  ['a'.repeat(6), undefined],
  ['a'.repeat(5), 'passwordShort'],
  ['', 'passwordMissing'],
])('the new password «%s» is refused with %s', (password, code) =>
  expect(newPasswordSchema.safeParse({ password, confirmation: password }).error?.issues[0]?.message).toBe(code),
);

describe('usernames', () => {
  it('are trimmed', () => expect(usernameSchema.parse(' ana belen ')).toBe('anabelen'));
  it.each([
    ['', 'usernameEmpty'],
    ['   ', 'usernameEmpty'],
    ['ab', 'usernameLength'],
    ['a'.repeat(21), 'usernameLength'],
    ['ana!', 'usernameCharacters'],
    ['ñandú', 'usernameCharacters'],
  ])('«%s» is refused with %s', (value, code) => {
    expect(usernameSchema.safeParse(value).error?.issues[0]?.message).toBe(code);
  });
});

it('registration lowercases the address and reports every invalid field', () => {
  expect(registerSchema.parse({ email: ' Ana@Gmail.com ', username: 'ana', password: 'secreta' }).email).toBe(
    'ana@gmail.com',
  );
  const pasted = registerSchema.parse({
    email: '\u200bana@gmail.com\u2060 ',
    username: 'an\u200ba',
    password: 'secreta',
  });
  expect(pasted).toMatchObject({ email: 'ana@gmail.com', username: 'ana' });
  const issues = registerSchema.safeParse({ email: 'x', username: '', password: '123' }).error?.issues ?? [];
  expect(new Set(issues.map(({ path }) => path[0]))).toEqual(new Set(['email', 'username', 'password']));
});

it('a new password must be repeated', () => {
  const result = newPasswordSchema.safeParse({ password: 'secreta', confirmation: 'otra' });
  expect(result.error?.issues[0]).toMatchObject({ path: ['confirmation'], message: 'passwordsDiffer' });
});

it('the webmail link depends on the address', () => {
  expect(mailProviderUrl('a@gmail.com')).toContain('mail.google.com');
  expect(mailProviderUrl('a@hotmail.com')).toContain('outlook.live.com');
  expect(mailProviderUrl('a@icloud.com')).toContain('icloud.com/mail');
});
