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
 * The owner of a session: nobody; somebody, with the answer of `quien_soy` (null without an account, or if the session
 * has ended) and their access token; or unknown because of an outage.
 */
export type Found =
  | { status: 'guest' }
  | { status: 'person'; row: unknown; token: string }
  | { status: 'unavailable'; reason: string };

/** Arguments of `quien_soy` and `mi_relacion`; empty lists are omitted. */
export const argumentsOf = ({ owned, favorites, following }: Asked) => ({
  ...(owned.length > 0 ? { p_adquiridos: owned } : {}),
  ...(favorites.length > 0 ? { p_favoritos: favorites } : {}),
  ...(following.length > 0 ? { p_siguiendo: following } : {}),
});

const guest: Found = { status: 'guest' };
const unavailable = (reason: string): Found => ({ status: 'unavailable', reason });

/** True if a token is signed with a public key of the project rather than its secret. */
function isCheckedHere(token: string): boolean {
  try {
    const header = JSON.parse(textFromBase64(token.split('.')[0] ?? ''));
    return typeof header.alg === 'string' && !header.alg.startsWith('HS') && Boolean(header.kid);
  } catch {
    return false;
  }
}

/** True if a token is certainly forged. If the keys are unavailable, the database decides. */
async function isForged(client: SupabaseClient, token: string): Promise<boolean> {
  const { error } = await client.auth.getClaims(token);
  return error !== null && !isOutage(error.status ?? 400);
}

type Options = {
  /** Products and creators that the answer should include. */
  asked?: Asked;
  /** Aborts the call. */
  signal?: AbortSignal;
};

/** Identifies a person: the one database call of almost every request with a session. */
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
 * Identifies the person of a client's session in one call: the API verifies the token before it runs `quien_soy`, so
 * Auth is not asked. With asymmetric keys, a forged token costs no call.
 */
export async function findPerson(client: SupabaseClient, options: Options = {}): Promise<Found> {
  const { data, error: lost } = await client.auth.getSession();
  if (isUnknownRefresh(lost)) return unavailable('the session could not be refreshed');
  const token = data.session?.access_token;
  if (!token) return guest;
  if (isCheckedHere(token) && (await isForged(client, token))) return guest;
  return askAs(token, options);
}

/** Identifies the person by request cookies. It creates a client only to refresh the session or to verify the token. */
export async function findPersonOf(
  cookies: Array<{ name: string; value: string }>,
  open: () => SupabaseClient | Promise<SupabaseClient>,
  options: Options = {},
): Promise<Found> {
  const token = await currentToken(cookies);
  return token && !isCheckedHere(token) ? askAs(token, options) : findPerson(await open(), options);
}
