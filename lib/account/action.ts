'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { parseInput } from '@/lib/action/form';
import { fail, type Result } from '@/lib/action/result';
import { safeNext } from '@/lib/gates/routes';
import { requestLocale } from '@/lib/i18n/server';
import { takeAttempt } from '@/lib/limits';
import { clientAddress } from '@/lib/security/visitor';
import { createRequestClient } from '@/lib/supabase/server';
import { logIn, register, requestReset, resend, setNewPassword } from './auth';
import { loginSchema, newPasswordSchema, registerSchema, resetSchema } from './schema';
import { getMe, pathAfterPassword } from './server';

/** What a form shows after it was sent. What was typed comes back, except a password. */
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

async function limited(kind: 'login' | 'register' | 'reset', email: string): Promise<boolean> {
  return (await takeAttempt(kind, `${clientAddress(await headers())} ${email.toLowerCase()}`)) > 0;
}

export async function logInAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(loginSchema, form);
  if (!parsed.ok) return { ...kept, error: 'credentialsRequired', fieldErrors: parsed.fieldErrors };
  if (await limited('login', parsed.value.email)) return { ...kept, error: 'tooMany' };
  const result = await logIn(parsed.value.email, parsed.value.password);
  if (!result.ok) return { ...kept, error: result.error };
  redirect(await pathAfterPassword(safeNext(String(form.get('next') ?? '/'))));
}

export async function registerAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(registerSchema, form);
  if (!parsed.ok) return { ...kept, fieldErrors: parsed.fieldErrors };
  if (await limited('register', parsed.value.email)) return { ...kept, error: 'tooMany' };
  const result = await register({ ...parsed.value, locale: await requestLocale() });
  return result.ok ? { done: true, email: parsed.value.email } : { ...kept, error: result.error };
}

/** Sends the confirmation mail of an account that waits for it. */
export async function resendConfirmation(email: string): Promise<Result<null>> {
  const parsed = resetSchema.safeParse({ email });
  if (!parsed.success) return fail('unexpected');
  if (await limited('reset', parsed.data.email)) return fail('tooMany');
  return resend(parsed.data.email);
}

export async function resetAction(_state: FormState, form: FormData): Promise<FormState> {
  const kept = typed(form);
  const parsed = parseInput(resetSchema, form);
  if (!parsed.ok) return { ...kept, fieldErrors: parsed.fieldErrors };
  if (await limited('reset', parsed.value.email)) return { ...kept, error: 'tooMany' };
  const result = await requestReset(parsed.value.email);
  return result.ok ? { done: true, email: parsed.value.email } : { ...kept, error: result.error };
}

export async function newPasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  const parsed = parseInput(newPasswordSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  if (!(await getMe())) return { error: 'unexpected' };
  const result = await setNewPassword(parsed.value.password);
  return result.ok ? { done: true } : { error: result.error };
}

export async function logOutAction(): Promise<void> {
  const client = await createRequestClient();
  await client.auth.signOut({ scope: 'local' });
  redirect('/');
}
