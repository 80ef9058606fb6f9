import 'server-only';
import { messageOf } from '@/lib/core/action/rpc';
import { textFromBase64 } from '@/lib/core/http/base64url';
import { callAs } from '@/lib/core/supabase/call-as';
import { callSupabase } from '@/lib/core/supabase/calls';
import { isUnknownRefresh, type SupabaseClient } from '@/lib/core/supabase/session';
import { isOutage } from '@/lib/core/unavailable';
import { type Asked, askNothing } from './relation';
import { currentToken } from './session-due';

/**
 * Who has a session: nobody; somebody, with the answer of `quien_soy` (null where there is no account, or the session
 * has ended meanwhile) and the access token that it was asked with; or it cannot be known now.
 */
export type Found =
  | { status: 'guest' }
  | { status: 'person'; row: unknown; token: string }
  | { status: 'unavailable'; reason: string };

/** The arguments of `quien_soy` and `mi_relacion`; an empty list is left out. */
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
    const header = JSON.parse(textFromBase64(token.split('.')[0] ?? ''));
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

type Options = {
  /** What the answer says of products and creators. */
  asked?: Asked;
  /** Ends the call. */
  signal?: AbortSignal;
};

/** Asks the database who somebody is: the one call of almost every request of a signed-in person. */
async function askAs(token: string, { asked = askNothing, signal }: Options): Promise<Found> {
  try {
    const [url, init] = callAs(token, 'quien_soy', argumentsOf(asked));
    const response = await callSupabase(url, signal ? { ...init, signal } : init);
    if (response.ok) return { status: 'person', row: await response.json(), token };
    return response.status === 401 ? guest : unavailable(`quien_soy failed: ${await response.text()}`);
  } catch (problem) {
    return unavailable(`quien_soy failed: ${messageOf(problem)}`);
  }
}

/**
 * Who asks, by the session of a client, in one call: the API checks the token before it runs `quien_soy`, so that Auth
 * need not be asked. Where the project signs with asymmetric keys, a forged token costs no call either.
 */
export async function findPerson(client: SupabaseClient, options: Options = {}): Promise<Found> {
  const { data, error: lost } = await client.auth.getSession();
  if (isUnknownRefresh(lost)) return unavailable('the session could not be refreshed');
  const token = data.session?.access_token;
  if (!token) return guest;
  if (isCheckedHere(token) && (await isForged(client, token))) return guest;
  return askAs(token, options);
}

/**
 * The same by the cookies of a request. A client is made only where it has something to do: to refresh the session, or
 * to check the token here.
 */
export async function findPersonOf(
  cookies: Array<{ name: string; value: string }>,
  open: () => SupabaseClient | Promise<SupabaseClient>,
  options: Options = {},
): Promise<Found> {
  const token = await currentToken(cookies);
  return token && !isCheckedHere(token) ? askAs(token, options) : findPerson(await open(), options);
}
