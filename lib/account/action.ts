'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { parseInput } from '@/lib/core/action/form';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { evenly } from '@/lib/core/security/evenly';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { safeNext } from '@/lib/gates/routes';
import { logIn, register, requestReset, resend, setNewPassword } from './auth';
import { rememberDevice } from './device';
import { beginPasswordAttempt } from './password-attempt';
import { closeRecovery, isRecovering } from './recovery';
import { loginSchema, newPasswordSchema, registerSchema, resetSchema } from './schema';
import { pathAfterPassword } from './server';

/** What a form shows after it was sent. It keeps what the person typed, except passwords. */
export type FormState = {
  error?: string;
  fieldErrors?: Record<string, string>;
  done?: boolean;
  email?: string;
  username?: string;
};

const typed = (form: FormData) => ({
  email: String(form.get('email') ?? ''),
  username: String(form.get('username') ?? ''),
});

/** Milliseconds. Answers that must not show by their timing whether an account exists wait for a multiple of this. */
const steps = { logIn: 500, mail: 1500 };

const address = async () => clientAddress(await headers());

/**
 * Whether another mail may go to an address: at most three in an hour, whoever asks. Beyond that nothing is sent, and
 * the person sees the same answer.
 */
const mayMail = async (email: string) => (await takeAttempt('accountMail', email)) === 0;

export async function logInAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(loginSchema, form);
  if (!parsed.ok) return { ...kept, error: 'credentialsRequired', fieldErrors: parsed.fieldErrors };
  const { email, password } = parsed.value;
  const attempt = await beginPasswordAttempt(email);
  if (attempt.refused) return { ...kept, error: 'tooMany' };
  const result = await evenly(steps.logIn, () => logIn(email, password));
  if (!result.ok) return { ...kept, error: result.error };
  await attempt.succeeded();
  await rememberDevice();
  redirect(await pathAfterPassword(safeNext(String(form.get('next') ?? '/'))));
}

export async function registerAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(registerSchema, form);
  if (!parsed.ok) return { ...kept, fieldErrors: parsed.fieldErrors };
  const who = { address: await address(), account: parsed.value.email };
  if ((await takeAttempt('register', who)) > 0) return { ...kept, error: 'tooMany' };
  const locale = await requestLocale();
  const result = await evenly(steps.mail, () => register({ ...parsed.value, locale }));
  return result.ok ? { done: true, email: parsed.value.email } : { ...kept, error: result.error };
}

/** Sends the confirmation mail again to an account that is not confirmed yet. */
export async function resendConfirmation(email: string): Promise<Result<null>> {
  const parsed = resetSchema.safeParse({ email });
  if (!parsed.success) return fail('unexpected');
  if ((await takeAttempt('reset', { address: await address() })) > 0) return fail('tooMany');
  return evenly(steps.mail, async () =>
    (await mayMail(parsed.data.email)) ? resend(parsed.data.email) : succeed(null),
  );
}

export async function resetAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(resetSchema, form);
  if (!parsed.ok) return { ...kept, fieldErrors: parsed.fieldErrors };
  const { email } = parsed.value;
  if ((await takeAttempt('reset', { address: await address() })) > 0) return { ...kept, error: 'tooMany' };
  const result = await evenly(steps.mail, async () => ((await mayMail(email)) ? requestReset(email) : succeed(null)));
  return result.ok ? { done: true, email } : { ...kept, error: result.error };
}

/** Sets a password without asking for the old one. Only a session just opened by a recovery link may do this. */
export async function newPasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  const parsed = parseInput(newPasswordSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  if (!(await isRecovering())) return { error: 'linkInvalid' };
  const result = await setNewPassword(parsed.value.password);
  if (!result.ok) return { error: result.error };
  await closeRecovery();
  return { done: true };
}

export async function logOutAction(): Promise<void> {
  const client = await createRequestClient();
  await client.auth.signOut({ scope: 'local' });
  redirect('/');
}
