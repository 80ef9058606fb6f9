import 'server-only';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { missingStep } from '@/lib/gates/second-step';
import { isBanned, meRow } from './row';
import type { Me } from './types';

/** The person of this request, even if banned or without the second step. Use it only to tell them so. */
export const getMeOrBanned = cache(async (): Promise<Me | null> => {
  await connection();
  const client = await createRequestClient();
  const { data: claims } = await client.auth.getUser();
  if (!claims.user) return null;
  const me = await readRpc(client, 'mi_cuenta', {}, meRow.nullable());
  if (me) return me;
  await readRpc(client, 'asegurar_cuenta', {}, nothing);
  return readRpc(client, 'mi_cuenta', {}, meRow.nullable());
});

/**
 * The signed-in person of this request with their account, or null. The API verifies the session. The answer is also
 * null for a banned person and for one who has not made the second step yet: their sessions may do nothing.
 */
export const getMe = cache(async (): Promise<Me | null> => {
  const me = await getMeOrBanned();
  return me && !isBanned(me) && me.secondFactor !== 'pending' ? me : null;
});

/**
 * Where to send somebody after the password: to the step of the sign-in that is still missing, or on to a page of the
 * shop.
 */
export async function pathAfterPassword(next: string): Promise<string> {
  const me = await getMeOrBanned();
  const { pathname, search } = new URL(next, 'http://shop');
  return (me && missingStep(me, pathname, search)) ?? next;
}

/** The signed-in person, or a redirect to the login page, or to its second step, that leads back here. */
export async function requireMe(path: string): Promise<Me> {
  const me = await getMe();
  if (me) return me;
  const half = await getMeOrBanned();
  redirect((half && missingStep(half, path)) ?? `/login?next=${encodeURIComponent(path)}`);
}
