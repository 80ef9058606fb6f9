import 'server-only';
import { beginPasswordAttempt } from '@/lib/account/password-attempt';
import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/core/action/form';
import { createRequestClient } from '@/lib/core/supabase/server';
import { deleteAccountSchema } from './schema';
import { deleteAccount } from './server';
import { proofFailed, type SettingsState } from './state';

/**
 * Deletes the signed-in person's account if the password in the form is theirs.
 *
 * @returns what the form shows if it is not; null once the account is deleted
 */
export async function closeAccount(form: FormData): Promise<SettingsState | null> {
  const parsed = parseInput(deleteAccountSchema, form);
  if (!parsed.ok) return { fieldErrors: parsed.fieldErrors };
  const me = await getMe();
  if (!me) return { error: 'session' };
  const client = await createRequestClient();
  const { data } = await client.auth.getUser();
  if (!data.user?.email) return { error: 'session' };
  const attempt = await beginPasswordAttempt(data.user.email);
  if (attempt.refused) return { error: 'tooMany' };
  const result = await deleteAccount(me, parsed.value.current);
  if (!result.ok) return proofFailed(result.error);
  return null;
}
