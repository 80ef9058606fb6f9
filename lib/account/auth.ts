import 'server-only';
import { fail, type Result, succeed } from '@/lib/action/result';
import { env } from '@/lib/env';
import type { Locale } from '@/lib/i18n/locales';
import { createRequestClient } from '@/lib/supabase/server';
import { authErrorKey } from './auth-errors';

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** Whether an address may have an account (SPEC §5; the list is configuration). */
const isAllowedDomain = (email: string) => env().ALLOWED_EMAIL_DOMAINS.includes(domainOf(email));

export async function logIn(email: string, password: string): Promise<Result<null>> {
  if (!isAllowedDomain(email)) return fail('domain');
  const client = await createRequestClient();
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error ? fail(authErrorKey(error)) : succeed(null);
}

/** Registers an account; the person must follow the link in the mail before logging in. */
export async function register(input: {
  email: string;
  username: string;
  password: string;
  locale: Locale;
}): Promise<Result<null>> {
  if (!isAllowedDomain(input.email)) return fail('domain');
  const client = await createRequestClient();
  const { data, error } = await client.auth.signUp({
    email: input.email,
    password: input.password,
    options: {
      emailRedirectTo: `${env().SITE_URL}/`,
      data: { username: input.username, display_name: input.username, idioma: input.locale },
    },
  });
  if (error) return fail(authErrorKey(error));
  // For an address that is taken, the service answers as if it were new, but without an identity.
  return data.user?.identities?.length === 0 ? fail('alreadyRegistered') : succeed(null);
}

/**
 * Sends the confirmation mail again, at most once a minute. Says the same for an address that waits for none.
 *
 * @returns `waitAMinute` right after the last mail
 */
export async function resend(email: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${env().SITE_URL}/` },
  });
  return error ? fail(authErrorKey(error)) : succeed(null);
}

/** Sends a reset link. Says the same whether or not the address has an account. */
export async function requestReset(email: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${env().SITE_URL}/reset-password` });
  return error ? fail('resetFailed') : succeed(null);
}

/** Sets a new password for the person whom the link of the mail has signed in. */
export async function setNewPassword(password: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.updateUser({ password });
  return error ? fail(authErrorKey(error)) : succeed(null);
}
