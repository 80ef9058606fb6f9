'use server';

import { redirect } from 'next/navigation';
import { setNewPassword } from '@/lib/account/auth';
import { beginPasswordAttempt } from '@/lib/account/password-attempt';
import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/core/action/form';
import { env } from '@/lib/core/env';
import { evenly } from '@/lib/core/security/evenly';
import { createRequestClient } from '@/lib/core/supabase/server';
import { emailChangeSchema, mailPreferencesSchema, passwordChangeSchema, profileSchema } from './schema';
import { isPassword, permitNewEmail, saveProfile } from './server';
import { proofFailed, type SettingsState, typedOf } from './state';

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

type Proof = 'right' | 'currentWrong' | 'tooMany';

/** The signed-in person's address if the password sent with it is right; otherwise the reason. */
async function proveIdentity(
  check: (email: string) => Promise<Proof>,
): Promise<{ ok: true; email: string } | { ok: false; error: string }> {
  const client = await createRequestClient();
  const { data } = await client.auth.getUser();
  const email = data.user?.email;
  if (!email) return { ok: false, error: 'session' };
  const attempt = await beginPasswordAttempt(email);
  if (attempt.refused) return { ok: false, error: 'tooMany' };
  const proof = await check(email);
  if (proof !== 'right') return { ok: false, error: proof };
  await attempt.succeeded();
  return { ok: true, email };
}

/** Changes the password, and ends every other session. */
export async function changePasswordAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const parsed = parseInput(passwordChangeSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  if (!(await getMe())) return { error: 'session' };
  const { current, password } = parsed.value;
  const proof = await proveIdentity(async (email) => ((await isPassword(email, current)) ? 'right' : 'currentWrong'));
  if (!proof.ok) return proofFailed(proof.error);
  const result = await setNewPassword(password, current);
  return result.ok ? { done: true } : { error: 'passwordFailed' };
}

/** Asks for another mail address. It takes effect once the person follows the link sent to the new address. */
export async function changeEmailAction(_state: SettingsState, form: FormData): Promise<SettingsState> {
  const typed = typedOf(form, 'email');
  const parsed = parseInput(emailChangeSchema, form);
  if (!parsed.ok) return { typed, fieldErrors: parsed.fieldErrors };
  const { email, current } = parsed.value;
  if (!(await getMe())) return { typed, error: 'session' };
  if (!env().ALLOWED_EMAIL_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1))) {
    return { typed, fieldErrors: { email: 'emailDomain' } };
  }
  const proof = await proveIdentity(() => permitNewEmail(current));
  if (!proof.ok) return { typed, ...proofFailed(proof.error) };
  if (proof.email === email) return { typed, fieldErrors: { email: 'emailSame' } };
  const client = await createRequestClient();
  const { error } = await evenly(1500, () => client.auth.updateUser({ email }));
  // If somebody else has the address the answer is the same, and no mail is sent.
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
