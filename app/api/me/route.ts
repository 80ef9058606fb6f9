import type { MeAnswer } from '@/lib/account/me-answer';
import { type Asked, readAsked } from '@/lib/account/relation';
import { isBanned } from '@/lib/account/row';
import { findMeWith } from '@/lib/account/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const headers = { 'cache-control': 'private, no-store' };

async function find(asked: Asked): Promise<MeAnswer> {
  const found = await findMeWith(asked);
  if (!found) return { status: 'guest', user: null };
  const { me, relation } = found;
  if (isBanned(me)) return { status: 'banned', user: null };
  if (me.secondFactor === 'pending') return { status: 'halfway', user: null };
  return { status: 'user', user: { ...me, ...relation } };
}

/**
 * Who is signed in, for the client components of static pages, and what they have to do with the products and creators
 * of the page: `?owned=<id>&favorites=<id>,<id>&following=<id>`.
 */
export async function GET(request: Request) {
  try {
    return Response.json(await find(readAsked(new URL(request.url).searchParams)), { headers });
  } catch (problem) {
    if (!(problem instanceof ServiceUnavailable)) throw problem;
    const unknown: MeAnswer = { status: 'unavailable', user: null };
    return Response.json(unknown, { status: 503, headers: { ...headers, 'retry-after': '5' } });
  }
}
