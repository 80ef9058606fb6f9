import 'server-only';
import { findAhead } from './find-ahead';
import { answerOf, type Sent, sentAs } from './me-response';
import { readAsked } from './relation';

/**
 * The answer of `GET /api/me` where nothing is left to do but the question itself: no session to refresh, no account to
 * make. Null where there is.
 *
 * @param cookie the header of the request
 * @param url its path and query
 */
export async function tellMe(cookie: string, url: string): Promise<Sent | null> {
  const asked = await findAhead(cookie, readAsked(new URL(url, 'http://shop').searchParams));
  if (!asked) return null;
  const { found } = asked;
  if (found.status === 'unavailable') return sentAs({ status: 'unavailable', user: null });
  if (found.status === 'guest') return sentAs(answerOf(null));
  return found.row ? sentAs(answerOf(found.row)) : null;
}
