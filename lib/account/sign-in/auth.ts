import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { seal } from '@/lib/core/security/seal';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type AuthErrorKey, authErrorKey, isToldOfAll } from './auth-errors';
import { recognizeDevice, rememberDevice } from './device';
import { mailReturn } from './mail-return';
import { beginRegistration } from './registration';
import { isOutageBehind } from './unsent';

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
  // Auth reports a ban before it verifies the password, to anyone who types the address.
  return fail(error.code === 'user_banned' ? 'invalidCredentials' : authErrorKey(error));
}

/** Writes the mail to the owner of an account whose address somebody registers again. */
async function mailKnownAddress(email: string, returnTo: string): Promise<void> {
  const p_sello = await seal('registro_repetido', email, returnTo);
  const client = await createRequestClient();
  await readRpc(client, 'avisar_registro_repetido', { p_correo: email, p_volver: returnTo, p_sello }, nothing);
}

/**
 * Registers an account; the person must follow the link in the mail before logging in. Auth reports a taken address
 * only if it is configured not to confirm addresses. Otherwise the answer is that of a new address, even after a
 * failure, and the owner gets a mail about it, at most once an hour (docs/behaviour/account.md, "Registration").
 *
 * @returns `waits` until the link in the mail is opened; `signedIn` if Auth confirms no addresses
 */
export async function register(input: {
  email: string;
  username: string;
  password: string;
  locale: Locale;
  next: string;
}): Promise<Result<'waits' | 'signedIn'>> {
  if (!isAllowedDomain(input.email)) return fail('domain');
  const begun = await beginRegistration(input);
  if (!begun.ok) {
    if (begun.error !== 'nombre_ocupado') return fail('unexpected');
    return fail('invalid', { fieldErrors: { username: 'usernameTaken' } });
  }
  const client = await createRequestClient();
  const emailRedirectTo = mailReturn(input.next, input.locale);
  const { data, error } = await client.auth.signUp({
    email: input.email,
    password: input.password,
    options: {
      emailRedirectTo,
      // For an Auth that confirms no addresses; otherwise the database uses the recorded registration.
      data: { username: input.username, display_name: input.username, idioma: input.locale },
    },
  });
  if (error) {
    const key = authErrorKey(error);
    if (isToldOfAll(key)) return fail(key);
    return (await isOutageBehind(error)) ? fail('unavailable') : succeed('waits');
  }
  if (data.session) return succeed('signedIn');
  if (data.user?.identities?.length === 0) {
    await mailKnownAddress(input.email, emailRedirectTo).catch(
      logFailure('the mail to a known address was not written'),
    );
  }
  return succeed('waits');
}

/** Maps the failure of a mail to a result that is the same for every address. */
async function mailResult(error: AuthError | null, unreachable: AuthErrorKey): Promise<Result<null>> {
  if (!error) return succeed(null);
  if (error.code === 'over_request_rate_limit') return fail('tooMany');
  return (await isOutageBehind(error)) ? fail(unreachable) : succeed(null);
}

/**
 * Sends the confirmation mail again, at most once a minute. The answer is the same for an address that needs no
 * confirmation.
 */
export async function resend(email: string, next: string, locale: Locale): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: mailReturn(next, locale) },
  });
  return mailResult(error, 'unexpected');
}

/**
 * Sends a reset link. The answer is the same whether or not the address has an account. It reports only an outage of
 * Auth and too many requests, which reveal nothing about the address.
 */
export async function requestReset(email: string, next: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: mailReturn(next) });
  return mailResult(error, 'resetFailed');
}

/**
 * Sets a new password and begins a new session here, because the database then ends every session of the account,
 * including this one and its access tokens.
 *
 * @param current the old password, unless a recovery link was just used
 * @throws ServiceUnavailable in an outage of Auth
 */
export async function setNewPassword(password: string, current?: string): Promise<Result<null>> {
  const client = await createRequestClient();
  const { data, error: unknown } = await client.auth.getUser();
  throwIfOutage(unknown);
  if (!data.user?.email) return fail('unexpected');
  // Before the session ends, so that attempts of strangers cannot block the new sign-in of a known browser.
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
