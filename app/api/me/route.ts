import type { MeAnswer } from '@/lib/account/identity/me-answer';
import { type Asked, readAsked } from '@/lib/account/identity/relation';
import { isBanned, meRow, meWithRelationRow } from '@/lib/account/identity/row';
import { findRowWith } from '@/lib/account/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';

async function find(asked: Asked): Promise<MeAnswer> {
  const row = await findRowWith(asked);
  if (!row) return { status: 'guest', user: null };
  const me = meRow.parse(row);
  if (isBanned(me)) return { status: 'banned', user: null };
  if (me.secondFactor === 'pending') return { status: 'halfway', user: null };
  return { status: 'user', user: { ...me, ...meWithRelationRow.parse(row) } };
}

const headers = { 'cache-control': 'private, no-store' };

/**
 * The signed-in person, for the client components of static pages, and their relation to the products and creators of
 * the page: `?owned=<id>&favorites=<id>,<id>&following=<id>`.
 */
export async function GET(request: Request) {
  try {
    return Response.json(await find(readAsked(new URL(request.url).searchParams)), { headers });
  } catch (problem) {
    if (!(problem instanceof ServiceUnavailable)) throw problem;
    const answer: MeAnswer = { status: 'unavailable', user: null };
    return Response.json(answer, { status: 503, headers: { ...headers, 'retry-after': '5' } });
  }
}
