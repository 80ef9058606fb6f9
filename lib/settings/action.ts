'use server';

import { redirect } from 'next/navigation';
import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/action/form';
import { env } from '@/lib/env';
import { takeAttempt } from '@/lib/limits';
import { createRequestClient } from '@/lib/supabase/server';
import {
  deleteAccountSchema,
  emailChangeSchema,
  mailPreferencesSchema,
  passwordChangeSchema,
  profileSchema,
} from './schema';
import { deleteAccount, isPassword, saveProfile } from './server';

/** What a form of the settings shows after it was sent; what was typed comes back, except a password. */
export type SettingsState = {
  done?: boolean;
  error?: string;
  fieldErrors?: Record<string, string>;
  typed?: Record<string, string>;
};

const typedOf = (form: FormData, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));

export async function saveProfileAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const typed = typedOf(form, 'displayName', 'phone', 'bio');
  const me = await getMe();
  if (!me) return { typed, error: 'session' };
  const parsed = parseInput(profileSchema, form);
  if (!parsed.ok) return { typed, fieldErrors: parsed.fieldErrors };
  const result = await saveProfile(me, parsed.value);
  if (result.ok) return { done: true };
  return result.error === 'failed'
    ? { typed, error: 'saveFailed' }
    : { typed, fieldErrors: { displayName: result.error } };
}

/** The signed-in person's address, when the password that comes along is theirs; otherwise why not. */
async function proveIdentity(password: string): Promise<{ ok: true; email: string } | { ok: false; error: string }> {
  const client = await createRequestClient();
  const { data } = await client.auth.getUser();
  if (!data.user?.email) return { ok: false, error: 'session' };
  if ((await takeAttempt('login', `password ${data.user.id}`)) > 0) return { ok: false, error: 'tooMany' };
  return (await isPassword(data.user.email, password))
    ? { ok: true, email: data.user.email }
    : { ok: false, error: 'currentWrong' };
}

const proofFailed = (error: string): SettingsState =>
  error === 'currentWrong' ? { fieldErrors: { current: error } } : { error };

/** Changes the password, and signs every other device off. */
export async function changePasswordAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const parsed = parseInput(passwordChangeSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  if (!(await getMe())) return { error: 'session' };
  const proof = await proveIdentity(parsed.value.current);
  if (!proof.ok) return proofFailed(proof.error);
  const client = await createRequestClient();
  const { error } = await client.auth.updateUser({ password: parsed.value.password });
  if (error) return { error: 'passwordFailed' };
  await client.auth.signOut({ scope: 'others' });
  return { done: true };
}

/** Asks for another address; it counts once the link in the mail to it has been followed. */
export async function changeEmailAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const typed = typedOf(form, 'email');
  const parsed = parseInput(emailChangeSchema, form);
  if (!parsed.ok) return { typed, fieldErrors: parsed.fieldErrors };
  const { email, current } = parsed.value;
  if (!(await getMe())) return { typed, error: 'session' };
  if (!env().ALLOWED_EMAIL_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1))) {
    return { typed, fieldErrors: { email: 'emailDomain' } };
  }
  const proof = await proveIdentity(current);
  if (!proof.ok) return { typed, ...proofFailed(proof.error) };
  if (proof.email === email) return { typed, fieldErrors: { email: 'emailSame' } };
  const client = await createRequestClient();
  const { error } = await client.auth.updateUser({ email });
  // Whether somebody else has the address is not told: the mail simply never comes.
  if (error && !/registered|exists/i.test(`${error.code} ${error.message}`)) return { typed, error: 'emailFailed' };
  return { done: true, typed };
}

export async function saveMailPreferencesAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const parsed = parseInput(mailPreferencesSchema, form);
  if (!parsed.ok || !(await getMe())) return { error: parsed.ok ? 'session' : 'saveFailed' };
  const client = await createRequestClient();
  const { error } = await client.rpc('guardar_preferencias', {
    p_producto_nuevo: parsed.value.newProducts === 'on',
    p_version_nueva: parsed.value.newVersions === 'on',
  });
  return error ? { error: 'saveFailed' } : { done: true };
}

/** Ends every session of the person, this one included. */
export async function signOutEverywhereAction(): Promise<void> {
  const client = await createRequestClient();
  await client.auth.signOut({ scope: 'global' });
  redirect('/login');
}

export async function deleteAccountAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const parsed = parseInput(deleteAccountSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  const me = await getMe();
  if (!me) return { error: 'session' };
  const proof = await proveIdentity(parsed.value.current);
  if (!proof.ok) return proofFailed(proof.error);
  const result = await deleteAccount(me);
  if (!result.ok) return { error: result.error };
  redirect('/');
}
