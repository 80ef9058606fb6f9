import 'server-only';
import { headers } from 'next/headers';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';
import { recognizeDevice } from './device';

export type PasswordAttempt = { refused: boolean; giveBack: () => Promise<void> };

type Guesser = { device: string } | { account: string; address: string };

async function beginAttempt(who: Guesser): Promise<PasswordAttempt> {
  const refused = (await takeAttempt('password', who)) > 0;
  return { refused, giveBack: () => giveBackAttempt('password', who) };
}

/** Counts an attempt before the password of a sign-in is verified. The caller takes it back unless it was wrong. */
export async function beginPasswordAttempt(email: string): Promise<PasswordAttempt> {
  const device = await recognizeDevice(email);
  return beginAttempt(
    device ? { device: `${device} ${email}` } : { account: email, address: clientAddress(await headers()) },
  );
}

/**
 * Counts an attempt of a signed-in person, in the settings or for deletion. It counts for this session only, so that
 * attempts of strangers do not block it. The caller takes it back unless the password was wrong.
 */
export const beginProofAttempt = (session: string): Promise<PasswordAttempt> =>
  beginAttempt({ device: `session ${session}` });

/** Runs a password check. If it throws, the attempt is taken back. */
export async function tryPassword<Value>(attempt: PasswordAttempt, look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (problem) {
    await attempt.giveBack();
    throw problem;
  }
}
