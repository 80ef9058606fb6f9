import 'server-only';
import { headers } from 'next/headers';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { recognizeDevice } from './device';

export type PasswordAttempt = { refused: boolean; giveBack: () => Promise<void> };

/**
 * Counts an attempt before a password is verified: at sign-in, in the settings, for deletion. The caller takes it back
 * unless the password was wrong.
 */
export async function beginPasswordAttempt(email: string): Promise<PasswordAttempt> {
  const device = await recognizeDevice(email);
  const who = device ? { device: `${device} ${email}` } : { account: email, address: clientAddress(await headers()) };
  const refused = (await takeAttempt('password', who)) > 0;
  return { refused, giveBack: () => giveBackAttempt('password', who) };
}

/** Runs a password check. If it throws, the attempt is taken back. */
export async function tryPassword<Value>(attempt: PasswordAttempt, look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (problem) {
    await attempt.giveBack();
    throw problem;
  }
}
