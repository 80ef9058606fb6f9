import 'server-only';
import { isUnknownRefresh, type SupabaseClient } from '@/lib/core/supabase/session';
import { isOutage } from '@/lib/core/unavailable';
import { type Asked, askNothing } from './relation';

/**
 * Who has a session: nobody; somebody, with the answer of `quien_soy` (null where there is no account, or the session
 * has ended meanwhile) and the access token that it was asked with; or it cannot be known now.
 */
export type Found =
  | { status: 'guest' }
  | { status: 'person'; row: unknown; token: string }
  | { status: 'unavailable'; reason: string };

/** What the database is asked for, as its functions take it; nothing is left out. */
export const argumentsOf = ({ owned, favorites, following }: Asked) => ({
  ...(owned.length > 0 ? { p_adquiridos: owned } : {}),
  ...(favorites.length > 0 ? { p_favoritos: favorites } : {}),
  ...(following.length > 0 ? { p_siguiendo: following } : {}),
});

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
 * Who asks, by the session of a client, in one call: the API checks the token before it runs `quien_soy`, so that Auth
 * need not be asked. Where the project signs with asymmetric keys, a forged token costs no call either.
 *
 * @param asked what the answer says of products and creators
 */
export async function findPerson(client: SupabaseClient, asked: Asked = askNothing): Promise<Found> {
  const { data, error: lost } = await client.auth.getSession();
  if (isUnknownRefresh(lost)) return unavailable('the session could not be refreshed');
  const token = data.session?.access_token;
  if (!token) return guest;
  if (isCheckedHere(token) && (await isForged(client, token))) return guest;
  const { data: row, error, status } = await client.rpc('quien_soy', argumentsOf(asked));
  if (!error) return { status: 'person', row, token };
  return status === 401 ? guest : unavailable(`quien_soy failed: ${error.message}`);
}
