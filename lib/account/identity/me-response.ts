import 'server-only';
import type { MeAnswer } from './me-answer';
import { isBanned, meRow, meWithRelationRow } from './row';

/**
 * What `GET /api/me` says of somebody.
 *
 * @param row the answer of `quien_soy`, or null for a visitor
 */
export function answerOf(row: unknown): MeAnswer {
  if (!row) return { status: 'guest', user: null };
  const me = meRow.parse(row);
  if (isBanned(me)) return { status: 'banned', user: null };
  if (me.secondFactor === 'pending') return { status: 'halfway', user: null };
  return { status: 'user', user: { ...me, ...meWithRelationRow.parse(row) } };
}

const always = { 'content-type': 'application/json', 'cache-control': 'private, no-store' };

/** An answer as it is sent. */
export type Sent = { status: number; headers: Record<string, string>; body: string };

/** An answer with its status and headers, which no cache keeps; an outage is a 503 that says when to ask again. */
export const sentAs = (answer: MeAnswer): Sent => ({
  ...(answer.status === 'unavailable'
    ? { status: 503, headers: { ...always, 'retry-after': '5' } }
    : { status: 200, headers: always }),
  body: JSON.stringify(answer),
});
