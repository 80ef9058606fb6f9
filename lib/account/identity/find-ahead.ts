import 'server-only';
import { deadlines } from '@/lib/core/http/deadlines';
import { createSessionClient } from '@/lib/core/supabase/session';
import { type Found, findPersonOf } from './find-person';
import { type Asked, askNothing } from './relation';
import { readPlainSession } from './session-cookies';

/**
 * Who sends a request that Next.js has not seen yet, where nothing is left to do but the question itself.
 *
 * @param header `Cookie` of the request
 * @returns what was found with the token it was asked with; null where a session has to be refreshed or chosen first
 */
export async function findAhead(
  header: string,
  asked: Asked = askNothing,
): Promise<{ found: Found; token: string } | null> {
  const session = await readPlainSession(header);
  if (!session) return null;
  const { cookies, token } = session;
  const signal = AbortSignal.timeout(deadlines.identity);
  const open = () => createSessionClient({ getAll: () => cookies, setAll: () => {} }, { signal });
  return { found: await findPersonOf(cookies, open, { asked, signal }), token };
}
