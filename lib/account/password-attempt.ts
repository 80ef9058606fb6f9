import 'server-only';
import { headers } from 'next/headers';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { recognizeDevice } from './device';

export type PasswordAttempt = { refused: boolean; succeeded: () => Promise<void> };

/**
 * Counts an attempt before a password is checked: at the login, in the settings, or to delete the account. The caller
 * takes the attempt back if the password was right, because only wrong ones count as guesses.
 */
export async function beginPasswordAttempt(email: string): Promise<PasswordAttempt> {
  const device = await recognizeDevice(email);
  const who = device ? { device: `${device} ${email}` } : { account: email, address: clientAddress(await headers()) };
  const refused = (await takeAttempt('password', who)) > 0;
  return { refused, succeeded: () => giveBackAttempt('password', who) };
}
