import 'server-only';
import { cookies } from 'next/headers';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';
import { secretCookie } from '@/lib/core/security/secret-cookie';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sessionOf } from './session-id';

const cookieName = 'recovery';
const seconds = 15 * 60;

/**
 * Account and session of this request, from the access token, confirmed by the API.
 *
 * @throws ServiceUnavailable in an outage
 */
async function currentSession(): Promise<string | null> {
  const client = await createRequestClient();
  const { data, error } = await client.auth.getClaims();
  throwIfOutage(error);
  return data ? `${data.claims.sub} ${data.claims.session_id}` : null;
}

/**
 * Marks the session of this request as opened by a recovery link: for 15 minutes it may set a password without the old
 * one. That ends the session, so the mark works once.
 */
export async function openRecovery(): Promise<void> {
  // Auth has just opened the session and used up the link, so no call that may fail is made here.
  const session = await sessionOf(await createRequestClient());
  if (!session) return;
  const note = await sealText('recovery', session, seconds);
  (await cookies()).set(cookieName, note, secretCookie('/reset-password', seconds));
}

/**
 * True if this session was opened by a recovery link in the last 15 minutes.
 *
 * @throws ServiceUnavailable in an outage
 */
export async function isRecovering(): Promise<boolean> {
  const note = (await cookies()).get(cookieName)?.value;
  const session = note && (await unsealText('recovery', note));
  return Boolean(session) && session === (await currentSession());
}

/** Deletes the mark after the password is set. */
export async function closeRecovery(): Promise<void> {
  (await cookies()).set(cookieName, '', { path: '/reset-password', maxAge: 0 });
}
