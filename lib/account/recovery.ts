import 'server-only';
import { cookies } from 'next/headers';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';
import { secretCookie } from '@/lib/core/security/secret-cookie';
import { createRequestClient } from '@/lib/core/supabase/server';

const cookieName = 'recovery';
const seconds = 15 * 60;

/** The account and the session of this request: taken from the access token, and confirmed by the API. */
async function currentSession(): Promise<string | null> {
  const client = await createRequestClient();
  // A session that cannot be confirmed is none: the old password is asked for.
  const { data } = await client.auth.getClaims();
  return data ? `${data.claims.sub} ${data.claims.session_id}` : null;
}

/**
 * Notes that the session of this request was just opened by a recovery link: for a quarter of an hour it may set a
 * password without the old one. Setting it ends the session, so the note works once.
 */
export async function openRecovery(): Promise<void> {
  const session = await currentSession();
  if (!session) return;
  const note = await sealText('recovery', session, seconds);
  (await cookies()).set(cookieName, note, secretCookie('/reset-password', seconds));
}

/** Whether this session was opened by a recovery link in the last quarter of an hour. */
export async function isRecovering(): Promise<boolean> {
  const note = (await cookies()).get(cookieName)?.value;
  const session = note && (await unsealText('recovery', note));
  return Boolean(session) && session === (await currentSession());
}

/** Deletes the note of a recovery, once its password is set. */
export async function closeRecovery(): Promise<void> {
  (await cookies()).set(cookieName, '', { path: '/reset-password', maxAge: 0 });
}
