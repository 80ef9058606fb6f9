import 'server-only';
import { beginPasswordAttempt } from '@/lib/account/password-attempt';
import type { Me } from '@/lib/account/types';
import { fail } from '@/lib/core/action/result';
import { createRequestClient } from '@/lib/core/supabase/server';
import { deleteAccount } from './server';

/**
 * Deletes the signed-in person's account if the password is theirs.
 *
 * @returns nothing once the account is deleted; otherwise the reason, as a key of `settings.errors`
 */
export async function closeAccount(me: Me, password: string) {
  const client = await createRequestClient();
  const { data } = await client.auth.getUser();
  if (!data.user?.email) return fail('notSignedIn');
  const attempt = await beginPasswordAttempt(data.user.email);
  return attempt.refused ? fail('tooMany') : deleteAccount(me, password);
}
