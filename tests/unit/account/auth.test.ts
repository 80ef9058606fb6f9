import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AuthErrorKey, authErrorKey, revealsKnownAddress, sentences } from '@/lib/account/sign-in/auth-errors';
import { mailProviderUrl } from '@/lib/account/sign-in/mail-provider';
import { newPasswordSchema, registerSchema, usernameSchema } from '@/lib/account/sign-in/schema';
import { sentences as secondFactor } from '@/lib/account/two-factor/errors';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const wordsOf = ({ auth, problems }: typeof es, key: AuthErrorKey): string => ({ ...problems, ...auth.errors })[key];

describe('messages of errors of the auth service', () => {
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
  ])('%j', (error, message) => expect(wordsOf(es, authErrorKey(error))).toBe(message));

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

  it('do not reveal known addresses', () => {
    expect(revealsKnownAddress({ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' })).toBe(
      true,
    );
    expect(revealsKnownAddress({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })).toBe(false);
  });
});

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

it('registration lowercases the address and names every wrong field', () => {
  expect(registerSchema.parse({ email: ' Ana@Gmail.com ', username: 'ana', password: 'secreta' }).email).toBe(
    'ana@gmail.com',
  );
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
