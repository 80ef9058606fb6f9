import 'server-only';
import { cookies } from 'next/headers';
import { textFromBase64 } from '@/lib/core/http/base64url';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';
import { secretCookie } from '@/lib/core/security/secret-cookie';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';

const cookieName = 'recovery';
const seconds = 15 * 60;

/**
 * The account and the session of this request: taken from the access token, and confirmed by the API.
 *
 * @throws ServiceUnavailable when it cannot be confirmed now
 */
async function currentSession(): Promise<string | null> {
  const client = await createRequestClient();
  const { data, error } = await client.auth.getClaims();
  throwIfOutage(error);
  return data ? `${data.claims.sub} ${data.claims.session_id}` : null;
}

/**
 * Notes that the session of this request was just opened by a recovery link: for a quarter of an hour it may set a
 * password without the old one. Setting it ends the session, so the note works once.
 */
export async function openRecovery(): Promise<void> {
  const client = await createRequestClient();
  // Auth has begun the session in this very request, and the link is used up: nothing is asked that may fail.
  const token = (await client.auth.getSession()).data.session?.access_token;
  if (!token) return;
  const { sub, session_id } = JSON.parse(textFromBase64(token.split('.')[1] ?? ''));
  const note = await sealText('recovery', `${sub} ${session_id}`, seconds);
  (await cookies()).set(cookieName, note, secretCookie('/reset-password', seconds));
}

/**
 * Whether this session was opened by a recovery link in the last quarter of an hour.
 *
 * @throws ServiceUnavailable when it cannot be found out now
 */
export async function isRecovering(): Promise<boolean> {
  const note = (await cookies()).get(cookieName)?.value;
  const session = note && (await unsealText('recovery', note));
  return Boolean(session) && session === (await currentSession());
}

/** Deletes the note of a recovery, once its password is set. */
export async function closeRecovery(): Promise<void> {
  (await cookies()).set(cookieName, '', { path: '/reset-password', maxAge: 0 });
}
