import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { deadlines } from '@/lib/core/http/deadlines';
import { type PageQuery, searchOf } from '@/lib/core/http/page-query';
import { createRequestClient } from '@/lib/core/supabase/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { missingStep } from '@/lib/gates/second-step';
import { argumentsOf, type Found, findPersonOf } from './identity/find-person';
import { type Handover, handoverHeader, openHandover } from './identity/handover';
import { type Asked, askNothing, type Known, knownOf } from './identity/relation';
import { isBanned, meRow, relationRow } from './identity/row';
import { currentToken } from './identity/session-due';
import type { Me } from './types';

/** The result of the middleware for this request, if any. */
async function handedOver(): Promise<Handover | null> {
  const header = (await headers()).get(handoverHeader);
  if (!header) return null;
  const token = await currentToken((await cookies()).getAll());
  if (token) return openHandover(header, token);
  const { data } = await (await createRequestClient()).auth.getSession();
  return openHandover(header, data.session?.access_token ?? '');
}

/** Identifies the person by the database. */
async function findPerson(asked: Asked): Promise<Found> {
  const signal = AbortSignal.timeout(deadlines.identity);
  return findPersonOf((await cookies()).getAll(), () => createRequestClient({ signal }), { asked, signal });
}

/** Identifies the person from the answer that the middleware passed on, or from the database. */
async function findCaller(): Promise<Found> {
  const known = await handedOver();
  if (known === 'unavailable') return { status: 'unavailable', reason: 'the gates could not find out who asks' };
  return known ? { status: 'person', row: known.row, token: '' } : findPerson(askNothing);
}

/** The row of a person, from `quien_soy` if it is missing. */
async function rowOf(found: Found, asked: Asked = askNothing): Promise<unknown> {
  if (found.status === 'unavailable') throw new ServiceUnavailable(found.reason);
  if (found.status === 'guest') return null;
  if (found.row) return found.row;
  const client = await createRequestClient({ signal: AbortSignal.timeout(deadlines.identity) });
  await readRpc(client, 'asegurar_cuenta', {}, nothing);
  return readRpc(client, 'quien_soy', argumentsOf(asked), z.unknown());
}

/**
 * The person of this request, even if banned or without the second step. Use it only to inform them.
 *
 * @throws ServiceUnavailable in an outage
 */
export const getMeOrBanned = cache(async (): Promise<Me | null> => {
  await connection();
  return meRow.nullable().parse(await rowOf(await findCaller()));
});

/**
 * The person of this request, read from the database again after a change; null for a visitor.
 *
 * @throws ServiceUnavailable in an outage
 */
export const getMeNow = async (): Promise<Me | null> =>
  meRow.nullable().parse(await rowOf(await findPerson(askNothing)));

/**
 * The answer of `quien_soy` with the relation to products and creators, for static pages; null for a visitor.
 *
 * @throws ServiceUnavailable in an outage
 */
export const findRowWith = async (asked: Asked): Promise<unknown> => rowOf(await findPerson(asked), asked);

/** The signed-in person's relation to the products and creators of a page; null for a visitor. */
export async function getKnown(asked: Asked): Promise<Known | null> {
  if (!(await getMe())) return null;
  return knownOf(asked, await readRpc(createRequestClient(), 'mi_relacion', argumentsOf(asked), relationRow));
}

/**
 * The signed-in person of this request; null for a visitor, a banned person, or without the second step. The API
 * verifies the session.
 *
 * @throws ServiceUnavailable in an outage
 */
export const getMe = cache(async (): Promise<Me | null> => {
  const me = await getMeOrBanned();
  return me && !isBanned(me) && me.secondFactor !== 'pending' ? me : null;
});

/** The next address after the password: the missing step of the sign-in, or a page of the shop. */
export async function pathAfterPassword(next: string): Promise<string> {
  const me = await getMeOrBanned();
  const { pathname, search } = new URL(next, 'http://shop');
  return (me && missingStep(me, pathname, search)) ?? next;
}

/**
 * The signed-in person; others are redirected to the login and back. The middleware does the same for pages that a
 * browser opens, but does not receive those that the router requests.
 *
 * @param query the query of the page, which the return address keeps
 */
export async function requireMe(path: string, query: PageQuery | Promise<PageQuery> = {}): Promise<Me> {
  const me = await getMe();
  if (me) return me;
  const half = await getMeOrBanned();
  if (half && isBanned(half)) redirect('/ban');
  const search = searchOf(await query);
  redirect((half && missingStep(half, path, search)) ?? `/login?next=${encodeURIComponent(path + search)}`);
}
