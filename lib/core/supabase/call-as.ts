import 'server-only';
import { env } from '@/lib/core/env';

/**
 * The call of a function of the database as somebody, with their access token, which the API checks. It costs half as much
 * as one through the client, which reads the session once more and builds a query.
 *
 * @param token of a session that is not due for a refresh
 * @param name of the function
 * @returns what `callSupabase` takes
 */
export function callAs(token: string, name: string, args: object): [url: string, init: RequestInit] {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const headers = {
    apikey: SUPABASE_PUBLISHABLE_KEY,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  return [`${SUPABASE_URL}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(args) }];
}
