import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { deadlines } from '@/lib/core/http/deadlines';
import { createRequestClient } from '@/lib/core/supabase/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { missingStep } from '@/lib/gates/second-step';
import { argumentsOf, type Found, findPersonOf } from './identity/find-person';
import { type Handover, handoverHeader, openHandover } from './identity/handover';
import { type Asked, askNothing, type Known, knownOf } from './identity/relation';
import { isBanned, meRow, relationRow } from './identity/row';
import { currentToken } from './identity/session-due';
import type { Me } from './types';

/** What the gates found out for this request, where they have asked. */
async function handedOver(): Promise<Handover | null> {
  const header = (await headers()).get(handoverHeader);
  if (!header) return null;
  const token = await currentToken((await cookies()).getAll());
  if (token) return openHandover(header, token);
  const { data } = await (await createRequestClient()).auth.getSession();
  return openHandover(header, data.session?.access_token ?? '');
}

/** Asks the database who it is. */
async function findPerson(asked: Asked): Promise<Found> {
  const signal = AbortSignal.timeout(deadlines.identity);
  return findPersonOf((await cookies()).getAll(), () => createRequestClient({ signal }), { asked, signal });
}

async function askUnlessToldByGates(): Promise<Found> {
  const known = await handedOver();
  if (known === 'unavailable') return { status: 'unavailable', reason: 'the gates could not find out who asks' };
  return known ? { status: 'person', row: known.row, token: '' } : findPerson(askNothing);
}

/** The row of whoever was found, which is made where it is missing. */
async function rowOf(found: Found, asked: Asked = askNothing): Promise<unknown> {
  if (found.status === 'unavailable') throw new ServiceUnavailable(found.reason);
  if (found.status === 'guest') return null;
  if (found.row) return found.row;
  const client = await createRequestClient({ signal: AbortSignal.timeout(deadlines.identity) });
  await readRpc(client, 'asegurar_cuenta', {}, nothing);
  return readRpc(client, 'quien_soy', argumentsOf(asked), z.unknown());
}

/**
 * The person of this request, even if banned or without the second step. Use it only to tell them so.
 *
 * @throws ServiceUnavailable when it cannot be known now who asks
 */
export const getMeOrBanned = cache(async (): Promise<Me | null> => {
  await connection();
  return meRow.nullable().parse(await rowOf(await askUnlessToldByGates()));
});

/**
 * The answer of `quien_soy` in one call with what the person has to do with products and creators, for the static pages
 * that show them; null for a visitor.
 *
 * @throws ServiceUnavailable when it cannot be known now who asks
 */
export const findRowWith = async (asked: Asked): Promise<unknown> => rowOf(await findPerson(asked), asked);

/** What the signed-in person has to do with the products and creators of a page; nothing is known of a visitor. */
export async function getKnown(asked: Asked): Promise<Known | null> {
  if (!(await getMe())) return null;
  return knownOf(asked, await readRpc(createRequestClient(), 'mi_relacion', argumentsOf(asked), relationRow));
}

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
