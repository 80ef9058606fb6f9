import { combineChunks } from '@supabase/ssr';
import { textFromBase64 } from '@/lib/core/http/base64url';

/**
 * Milliseconds. The Supabase client refreshes a session 90 seconds before its end. A session that ends within this
 * margin counts as due, so that the client decides.
 */
const margin = 100_000;

const prefix = 'base64-';

type Cookies = Array<{ name: string; value: string }>;

/** Token and expiry (seconds since 1970) of a session cookie; null if it is unreadable. */
async function sessionOf(name: string, cookies: Cookies): Promise<{ token: string; end: number } | null> {
  try {
    const value = await combineChunks(name, (chunk) => cookies.find((cookie) => cookie.name === chunk)?.value);
    if (!value) return null;
    const session: unknown = JSON.parse(value.startsWith(prefix) ? textFromBase64(value.slice(prefix.length)) : value);
    const { expires_at: end, access_token: token } = session as { expires_at?: unknown; access_token?: unknown };
    return typeof end === 'number' && typeof token === 'string' ? { token, end } : null;
  } catch {
    return null;
  }
}

/**
 * True if the session may need a refresh. Reading the expiry is much cheaper than creating a client, and a session is
 * due once an hour. An unreadable session is due, so that the client decides.
 */
export async function isSessionDue(cookies: Cookies): Promise<boolean> {
  return (await readCurrent(cookies)) === null;
}

/**
 * The access token for a call whose receiver verifies it; null if the session may need a refresh, is unreadable, or is
 * not the only one, so that the client decides.
 */
export async function currentToken(cookies: Cookies): Promise<string | null> {
  const tokens = await readCurrent(cookies);
  return tokens?.length === 1 ? (tokens[0] ?? null) : null;
}

/** The tokens of all sessions in these cookies; null if there is none, or one is due. */
async function readCurrent(cookies: Cookies): Promise<string[] | null> {
  const names = new Set(cookies.flatMap(({ name }) => /^(sb-.+-auth-token)(?:\.\d+)?$/.exec(name)?.[1] ?? []));
  const sessions = await Promise.all([...names].map((name) => sessionOf(name, cookies)));
  const tokens = sessions.flatMap((session) =>
    session && session.end * 1_000 - Date.now() > margin ? [session.token] : [],
  );
  return tokens.length > 0 && tokens.length === names.size ? tokens : null;
}
