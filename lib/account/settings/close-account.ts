import 'server-only';
import { tryPassword } from '@/lib/account/sign-in/password-attempt';
import type { Me } from '@/lib/account/types';
import { beginProof } from './identity';
import { deleteAccount } from './server';

/**
 * Deletes the signed-in person's account if the password is right.
 *
 * @returns nothing after the deletion; otherwise the reason, as a key of `settings.errors`
 */
export async function closeAccount(me: Me, password: string) {
  const begun = await beginProof();
  if (!begun.ok) return begun;
  return tryPassword(begun.value.attempt, () => deleteAccount(me, password));
}
