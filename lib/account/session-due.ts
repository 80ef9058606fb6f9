import { combineChunks, stringFromBase64URL } from '@supabase/ssr';

/** Supabase's client refreshes a session 90 seconds before it ends; from a little earlier on it is asked. Milliseconds. */
const margin = 100_000;

const prefix = 'base64-';

/** The end of a session as its cookie says, in seconds since 1970, or null where it cannot be read. */
async function endOf(name: string, cookies: Array<{ name: string; value: string }>): Promise<number | null> {
  try {
    const value = await combineChunks(name, (chunk) => cookies.find((cookie) => cookie.name === chunk)?.value);
    if (!value) return null;
    const session: unknown = JSON.parse(
      value.startsWith(prefix) ? stringFromBase64URL(value.slice(prefix.length)) : value,
    );
    const end = (session as { expires_at?: unknown } | null)?.expires_at;
    return typeof end === 'number' ? end : null;
  } catch {
    return null;
  }
}

/**
 * Whether the session in these cookies may have to be refreshed now. Reading its end costs a small part of making a
 * client, which most requests need not do: a session is due once an hour. What cannot be read is due, so that the client
 * decides.
 */
export async function isSessionDue(cookies: Array<{ name: string; value: string }>): Promise<boolean> {
  const names = new Set(cookies.flatMap(({ name }) => /^(sb-.+-auth-token)(?:\.\d+)?$/.exec(name)?.[1] ?? []));
  if (names.size === 0) return true;
  for (const name of names) {
    const end = await endOf(name, cookies);
    if (end === null || end * 1_000 - Date.now() <= margin) return true;
  }
  return false;
}
