import type { MeAnswer } from '@/lib/account/me-answer';
import { isBanned } from '@/lib/account/row';
import { getMeOrBanned } from '@/lib/account/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const headers = { 'cache-control': 'private, no-store' };

async function find(): Promise<MeAnswer> {
  const me = await getMeOrBanned();
  if (!me) return { status: 'guest', user: null };
  if (isBanned(me)) return { status: 'banned', user: null };
  return me.secondFactor === 'pending' ? { status: 'halfway', user: null } : { status: 'user', user: me };
}

/** Who is signed in, for the client components of static pages. */
export async function GET() {
  try {
    return Response.json(await find(), { headers });
  } catch (problem) {
    if (!(problem instanceof ServiceUnavailable)) throw problem;
    const unknown: MeAnswer = { status: 'unavailable', user: null };
    return Response.json(unknown, { status: 503, headers: { ...headers, 'retry-after': '5' } });
  }
}
