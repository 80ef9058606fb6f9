import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { deadlines } from '@/lib/core/http/deadlines';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { SupabaseClient } from '@/lib/core/supabase/session';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { missingStep } from '@/lib/gates/second-step';
import { type Handover, handoverHeader, openHandover } from './handover';
import { type Found, findPerson } from './person';
import { isBanned, meRow } from './row';
import type { Me } from './types';

/** What the gates found out for this request, where they have asked. */
async function handedOver(client: SupabaseClient): Promise<Handover | null> {
  const header = (await headers()).get(handoverHeader);
  if (!header) return null;
  const { data } = await client.auth.getSession();
  return openHandover(header, data.session?.access_token ?? '');
}

async function askRow(client: SupabaseClient): Promise<Found> {
  const known = await handedOver(client);
  if (known === 'unavailable') return { status: 'unavailable', reason: 'the gates could not find out who asks' };
  return known ? { status: 'person', row: known.row, token: '' } : findPerson(client);
}

/**
 * The person of this request, even if banned or without the second step. Use it only to tell them so.
 *
 * @throws ServiceUnavailable when it cannot be known now who asks
 */
export const getMeOrBanned = cache(async (): Promise<Me | null> => {
  await connection();
  const client = await createRequestClient({ signal: AbortSignal.timeout(deadlines.identity) });
  const found = await askRow(client);
  if (found.status === 'unavailable') throw new ServiceUnavailable(found.reason);
  if (found.status === 'guest') return null;
  if (found.row) return meRow.parse(found.row);
  await readRpc(client, 'asegurar_cuenta', {}, nothing);
  return readRpc(client, 'mi_cuenta', {}, meRow.nullable());
});

/**
 * The signed-in person of this request with their account, or null. The API verifies the session. The answer is also
 * null for a banned person and for one who has not made the second step yet: their sessions may do nothing.
 *
 * @throws ServiceUnavailable when it cannot be known now who asks
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

/**
 * The signed-in person. Somebody else is led to where they can become one and come back, as by the gates, which see
 * only the pages that a browser opens and not those that the router of an open page asks for.
 */
export async function requireMe(path: string): Promise<Me> {
  const me = await getMe();
  if (me) return me;
  const half = await getMeOrBanned();
  if (half && isBanned(half)) redirect('/ban');
  redirect((half && missingStep(half, path)) ?? `/login?next=${encodeURIComponent(path)}`);
}
