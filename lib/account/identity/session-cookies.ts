import { parseCookieHeader } from '@supabase/ssr';
import { currentToken } from './session-due';

type Cookies = Array<{ name: string; value: string }>;

/**
 * The cookies of a request with an access token that can be used as it is; null where there is something to decide: the
 * session may have to be refreshed, cannot be read, is not the only one, or its cookie comes twice. Parsers differ in
 * which of two they take.
 *
 * @param header `Cookie` of the request
 */
export async function readPlainSession(header: string): Promise<{ cookies: Cookies; token: string } | null> {
  const names = header.split(';').map((cookie) => cookie.split('=', 1)[0]?.trim());
  if (new Set(names).size < names.length) return null;
  const cookies = parseCookieHeader(header).map(({ name, value = '' }) => ({ name, value }));
  const token = await currentToken(cookies);
  return token ? { cookies, token } : null;
}
