import 'server-only';
import { isUnknownRefresh, type SupabaseClient } from '@/lib/core/supabase/session';
import { isOutage } from '@/lib/core/unavailable';

/**
 * Who has a session: nobody; somebody, with the answer of `mi_cuenta` (null where there is no account, or the session
 * has ended meanwhile) and the access token that it was asked with; or it cannot be known now.
 */
export type Found =
  | { status: 'guest' }
  | { status: 'person'; row: unknown; token: string }
  | { status: 'unavailable'; reason: string };

const guest: Found = { status: 'guest' };
const unavailable = (reason: string): Found => ({ status: 'unavailable', reason });

/** Whether a token names a key with which everybody can check it, and not a secret of the project. */
function isCheckedHere(token: string): boolean {
  try {
    const header = JSON.parse(atob((token.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof header.alg === 'string' && !header.alg.startsWith('HS') && Boolean(header.kid);
  } catch {
    return false;
  }
}

/** Whether a token was surely not signed by the project. Where the keys cannot be had now, the database decides. */
async function isForged(client: SupabaseClient, token: string): Promise<boolean> {
  const { error } = await client.auth.getClaims(token);
  return error !== null && !isOutage(error.status ?? 400);
}

/**
 * Who asks, by the session of a client, in one call: the API checks the token before it runs `mi_cuenta`, so that Auth
 * need not be asked. Where the project signs with asymmetric keys, a forged token costs no call either.
 */
export async function findPerson(client: SupabaseClient): Promise<Found> {
  const { data, error: lost } = await client.auth.getSession();
  if (isUnknownRefresh(lost)) return unavailable('the session could not be refreshed');
  const token = data.session?.access_token;
  if (!token) return guest;
  if (isCheckedHere(token) && (await isForged(client, token))) return guest;
  const { data: row, error, status } = await client.rpc('mi_cuenta');
  if (!error) return { status: 'person', row, token };
  return status === 401 ? guest : unavailable(`mi_cuenta failed: ${error.message}`);
}
