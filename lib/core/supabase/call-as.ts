import 'server-only';
import { env } from '@/lib/core/env';

/**
 * The request for a function of the database with a person's access token. It costs half as much as through the client,
 * which reads the session again and builds a query.
 *
 * @param token of a session that needs no refresh
 * @param name of the function
 * @returns the arguments of `callSupabase`
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
