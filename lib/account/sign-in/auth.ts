import 'server-only';
import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type AuthErrorKey, authErrorKey, revealsKnownAddress } from './auth-errors';
import { recognizeDevice, rememberDevice } from './device';
import { mailReturn } from './mail-return';
import { beginRegistration } from './registration';

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** True if an address may have an account: its domain is in `ALLOWED_EMAIL_DOMAINS`. */
const isAllowedDomain = (email: string) => env().ALLOWED_EMAIL_DOMAINS.includes(domainOf(email));

/**
 * Signs in with a password, with the session in the request cookies (docs/behaviour/account.md, "Login").
 *
 * @returns null; or `domain` for an address whose domain is not admitted, or a key of `auth.errors`
 */
export async function logIn(email: string, password: string): Promise<Result<null>> {
  if (!isAllowedDomain(email)) return fail('domain');
  const client = await createRequestClient();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (!error) return succeed(null);
  // Auth reports a ban before it verifies the password, to anybody who types the address.
  return fail(error.code === 'user_banned' ? 'invalidCredentials' : authErrorKey(error));
}

/**
 * Registers an account; the person must follow the link in the mail before logging in. The service reports a taken
 * address only if it is configured not to confirm addresses; otherwise it answers as for a new one
 * (docs/behaviour/account.md, "Registration").
 *
 * @returns whether the account waits for the link in its mail, or the person is signed in already, as where the service
 *   confirms no addresses
 */
export async function register(input: {
  email: string;
  username: string;
  password: string;
  locale: Locale;
  next: string;
}): Promise<Result<'waits' | 'signedIn'>> {
  if (!isAllowedDomain(input.email)) return fail('domain');
  const navegador = await beginRegistration();
  const client = await createRequestClient();
  const { data, error } = await client.auth.signUp({
    email: input.email,
    password: input.password,
    options: {
      emailRedirectTo: mailReturn(input.locale, input.next),
      data: { username: input.username, display_name: input.username, idioma: input.locale, navegador },
    },
  });
  if (!error) return succeed(data.session ? 'signedIn' : 'waits');
  if (!revealsKnownAddress(error)) return fail(authErrorKey(error));
  // Auth creates no account without its mail. Reporting that would reveal that the address is unknown.
  log.error({ error: error.message }, 'a confirmation mail was not sent');
  return succeed('waits');
}

/** Maps the failure of a mail to a result that does not reveal known addresses. The rest is in the log. */
function mailResult(error: AuthError | null, unreachable: AuthErrorKey): Result<null> {
  if (!error) return succeed(null);
  if (error.code === 'over_request_rate_limit') return fail('tooMany');
  if (isAuthRetryableFetchError(error)) return fail(unreachable);
  if (!revealsKnownAddress(error)) log.error({ error: error.message }, 'an account mail was not sent');
  return succeed(null);
}

/**
 * Sends the confirmation mail again, at most once a minute. The answer is the same for an address that needs no
 * confirmation.
 */
export async function resend(email: string, locale: Locale, next: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: mailReturn(locale, next) },
  });
  return mailResult(error, 'unexpected');
}

/**
 * Sends a reset link. The answer is the same whether or not the address has an account. The only errors shown are that
 * the service cannot be reached and that somebody asks too often, which reveal nothing about the address.
 */
export async function requestReset(email: string, locale: Locale, next: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: mailReturn(locale, next),
  });
  return mailResult(error, 'resetFailed');
}

/**
 * Sets a new password and begins a new session here, because the database then ends every session of the account,
 * including this one and its access tokens.
 *
 * @param current the old password, unless a recovery link was just used
 * @throws ServiceUnavailable when Auth could not do it now
 */
export async function setNewPassword(password: string, current?: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { data, error: unknown } = await client.auth.getUser();
  throwIfOutage(unknown);
  if (!data.user?.email) return fail('unexpected');
  if (current) await recognizeDevice(data.user.email);
  await rememberDevice();
  const { error } = await client.auth.updateUser({ password, ...(current ? { current_password: current } : {}) });
  throwIfOutage(error);
  if (error) return fail(authErrorKey(error));
  await recognizeDevice(data.user.email);
  const signedIn = await client.auth.signInWithPassword({ email: data.user.email, password });
  if (signedIn.error) log.warn({ error: signedIn.error.message }, 'no new session after a new password');
  await rememberDevice();
  return succeed(null);
}
