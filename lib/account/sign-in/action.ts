'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { after } from 'next/server';
import type { z } from 'zod';
import { defineAction, defineButton, defineForm } from '@/lib/account/define-action';
import { isUsernameTaken } from '@/lib/account/names/is-username-taken';
import { pathAfterPassword } from '@/lib/account/server';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { deadlines } from '@/lib/core/http/deadlines';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { returnAfter, roundUpDuration } from '@/lib/core/security/response-timing';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { logIn, register, requestReset, resend, setNewPassword } from './auth';
import { rememberDevice } from './device';
import { beginPasswordAttempt } from './password-attempt';
import { closeRecovery, isRecovering } from './recovery';
import { lastRegistration } from './registration';
import {
  chooseNameSchema,
  loginSchema,
  newPasswordSchema,
  registerSchema,
  resetSchema,
  usernameSchema,
} from './schema';
import { pathWithName } from './social-sign-in';

/** Milliseconds. Responses that must not reveal by timing whether an account exists are delayed to a multiple. */
const steps = { logIn: 500, mail: 1500 };

type MailKind = 'confirmationMail' | 'resetMail';

/**
 * True if another mail may be sent to an address: three of a kind in an hour, for all callers together. Above that no
 * mail is sent, and the response is the same.
 */
const mayMail = async (kind: MailKind, email: string) => (await takeAttempt(kind, email)) === 0;

/** Requests an account mail. The response takes the same time whether or not there is an account. */
async function mail(kind: MailKind, { email, next }: z.infer<typeof resetSchema>, ask: typeof resend) {
  const locale = await requestLocale();
  return returnAfter(
    steps.mail,
    async () => {
      if (!(await mayMail(kind, email))) return succeed(null);
      const asked = await ask(email, next, locale);
      after(sendPendingMails);
      return asked;
    },
    succeed(null),
  );
}

/** Signs in with address and password, and redirects to `next`, to the second step, or home. Attempts are counted. */
export const logInAction = defineForm('logInAction', {
  who: 'anybody',
  input: loginSchema,
  keep: ['email'],
  invalid: ({ email, password }) => (email === 'anonymous' && !password ? 'anonymous' : 'credentialsRequired'),
  run: async ({ email, password, next }) => {
    const attempt = await beginPasswordAttempt(email);
    if (attempt.refused) return fail('tooMany');
    const result = await roundUpDuration(steps.logIn, () => logIn(email, password));
    // Only a wrong password counts as a guess.
    if (result.ok || result.error !== 'invalidCredentials') await attempt.giveBack();
    if (!result.ok) return result;
    await rememberDevice();
    const path = await pathAfterPassword(next)
      .then(async (first) => (first === next ? pathWithName(next) : first))
      .then(succeed, logFailure('the account of a new session could not be read'));
    if (!path.ok) return fail('accountFailed');
    redirect(path.value);
  },
});

/** Creates an account that waits for its confirmation mail, or is signed in at once if Auth confirms no addresses. */
export const registerAction = defineForm('registerAction', {
  who: 'anybody',
  input: registerSchema,
  keep: ['email', 'username'],
  limit: { kind: 'register', account: ({ email }) => email },
  run: async (input) => {
    const locale = await requestLocale();
    const result = await roundUpDuration(steps.mail, () => register({ ...input, locale }));
    if (!result.ok) return result;
    after(sendPendingMails);
    if (result.value === 'waits') return succeed({ email: input.email });
    // Without confirmation, registration signs in.
    await rememberDevice();
    redirect(await pathAfterPassword(input.next));
  },
});

/** Checks that a username is free. Usernames are public; bulk requests are limited. */
export const checkUsername = defineAction('checkUsername', {
  who: 'anybody',
  input: usernameSchema,
  limit: 'username',
  run: async (username) => succeed({ isTaken: await isUsernameTaken(username, await lastRegistration()) }),
});

/** Sets the username of an account that was created through another service, once. */
export const chooseUsernameAction = defineForm('chooseUsernameAction', {
  who: 'signedIn',
  input: chooseNameSchema,
  keep: ['username'],
  limit: 'username',
  run: async ({ username, next }) => {
    const chosen = await callRpc(
      createRequestClient(),
      'elegir_nombre',
      { p_usuario: username, p_idioma: await requestLocale(), p_navegador: await lastRegistration() },
      ['nombre_ocupado', 'ya_elegido'],
    );
    if (chosen.ok || chosen.error === 'ya_elegido') redirect(next);
    if (chosen.error === 'nombre_ocupado') return fail('invalid', { fieldErrors: { username: 'usernameTaken' } });
    return chosen;
  },
});

/** Sends the confirmation mail again to an account that is not confirmed yet. */
export const resendConfirmation = defineAction('resendConfirmation', {
  who: 'anybody',
  input: resetSchema,
  toInput: (email: string, next: string) => ({ email, next }),
  limit: 'reset',
  run: (input) => mail('confirmationMail', input, resend),
});

/** Sends a reset mail; the response does not reveal whether there is an account. */
export const resetAction = defineForm('resetAction', {
  who: 'anybody',
  input: resetSchema,
  keep: ['email'],
  limit: 'reset',
  run: async (input) => {
    const result = await mail('resetMail', input, requestReset);
    return result.ok ? succeed({ email: input.email }) : result;
  },
});

/** Sets a password without the old one, and redirects to `next`. Only for a session just opened by a recovery link. */
export const newPasswordAction = defineForm('newPasswordAction', {
  who: 'anybody',
  input: newPasswordSchema,
  run: async ({ password, next }) => {
    if (!(await isRecovering())) return fail('linkInvalid');
    const result = await setNewPassword(password);
    if (!result.ok) return result;
    after(sendPendingMails);
    await closeRecovery();
    if (next !== '/') redirect(next);
    return succeed(undefined);
  },
});

async function forgetSession(): Promise<void> {
  const store = await cookies();
  for (const { name } of store.getAll()) if (name.startsWith('sb-')) store.delete(name);
}

/** Signs this browser out; other devices stay signed in. */
export const logOutAction = defineButton('logOutAction', {
  who: 'anybody',
  run: async () => {
    const client = await createRequestClient({ signal: AbortSignal.timeout(deadlines.identity) });
    const { error } = await client.auth.signOut({ scope: 'local' });
    // In an outage the session stays open at Auth for a while; this browser forgets it anyway.
    if (error) await forgetSession();
    redirect('/');
  },
});
