import 'server-only';
import { headers } from 'next/headers';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { recognizeDevice } from './device';

export type PasswordAttempt = { refused: boolean; giveBack: () => Promise<void> };

/**
 * Counts an attempt before a password is checked: at the login, in the settings, or to delete the account. The caller
 * gives the attempt back unless the password was wrong, because only wrong ones count as guesses.
 */
export async function beginPasswordAttempt(email: string): Promise<PasswordAttempt> {
  const device = await recognizeDevice(email);
  const who = device ? { device: `${device} ${email}` } : { account: email, address: clientAddress(await headers()) };
  const refused = (await takeAttempt('password', who)) > 0;
  return { refused, giveBack: () => giveBackAttempt('password', who) };
}

/** Runs what looks at the password. Where it breaks off, nothing was learnt of it, and the attempt is given back. */
export async function tryPassword<Value>(attempt: PasswordAttempt, look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (problem) {
    await attempt.giveBack();
    throw problem;
  }
}
