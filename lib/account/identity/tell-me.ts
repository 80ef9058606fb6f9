import 'server-only';
import { deadlines } from '@/lib/core/http/deadlines';
import { createSessionClient } from '@/lib/core/supabase/session';
import { findPersonOf } from './find-person';
import { answerOf, type Sent, sentAs } from './me-response';
import { readAsked } from './relation';
import { readPlainSession } from './session-cookies';

/**
 * The answer of `GET /api/me` where nothing is left to do but the question itself: no session to refresh, no account to
 * make. Null where there is.
 *
 * @param cookie the header of the request
 * @param url its path and query
 */
export async function tellMe(cookie: string, url: string): Promise<Sent | null> {
  const session = await readPlainSession(cookie);
  if (!session) return null;
  const { cookies } = session;
  const asked = readAsked(new URL(url, 'http://shop').searchParams);
  const signal = AbortSignal.timeout(deadlines.identity);
  const open = () => createSessionClient({ getAll: () => cookies, setAll: () => {} }, { signal });
  const found = await findPersonOf(cookies, open, { asked, signal });
  if (found.status === 'unavailable') return sentAs({ status: 'unavailable', user: null });
  if (found.status === 'guest') return sentAs(answerOf(null));
  return found.row ? sentAs(answerOf(found.row)) : null;
}
