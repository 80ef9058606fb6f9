import 'server-only';
import { headers } from 'next/headers';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { recognizeDevice } from './device';

export type PasswordAttempt = { refused: boolean; succeeded: () => Promise<void> };

/**
 * Counts a password that is about to be tried, wherever it is typed: at the login, in the settings, to delete the
 * account. Whoever finds it right says so, for a right one is no guess.
 */
export async function beginPasswordAttempt(email: string): Promise<PasswordAttempt> {
  const device = await recognizeDevice(email);
  const who = device ? { device: `${device} ${email}` } : { account: email, address: clientAddress(await headers()) };
  const refused = (await takeAttempt('password', who)) > 0;
  return { refused, succeeded: () => giveBackAttempt('password', who) };
}
