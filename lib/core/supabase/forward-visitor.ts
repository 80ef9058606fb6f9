import 'server-only';
import { env } from '@/lib/core/env';

/** Paths of Auth without and with a session. Never `/admin`. */
const forAnybody = /^\/auth\/v1\/(?:token|signup|recover|resend|verify|otp)$/;
const forPersons = /^\/auth\/v1\/(?:user|logout|reauthenticate|factors(?:\/[\w-]+(?:\/(?:challenge|verify))?)?)$/;

/**
 * Auth counts attempts by address, and the shop's server calls for everybody. With a secret key Auth takes the
 * visitor's address from a header (docs/production.md, "Limits of Auth").
 *
 * The key is sent to these paths only, as `apikey`; the person's token still identifies them. Without a session the
 * publishable key is omitted, because Auth refuses two different keys.
 *
 * @param address the visitor's; null leaves the calls unchanged
 * @param send the underlying fetch
 * @returns the fetch of a Supabase client
 */
export function forwardVisitor(address: string | null, send: typeof fetch = fetch): typeof fetch {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = env();
  // Auth ignores the header with legacy keys.
  if (!address || !SUPABASE_SECRET_KEY.startsWith('sb_secret_')) return send;
  const { origin } = new URL(SUPABASE_URL);
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const bearer = headers.get('authorization');
    const isPerson = bearer !== null && bearer !== `Bearer ${SUPABASE_PUBLISHABLE_KEY}`;
    const mayForward = forAnybody.test(url.pathname) || (isPerson && forPersons.test(url.pathname));
    if (url.origin !== origin || !mayForward) return send(input, init);
    if (!isPerson) headers.delete('authorization');
    headers.set('apikey', SUPABASE_SECRET_KEY);
    headers.set('sb-forwarded-for', address);
    return send(input, { ...init, headers });
  };
}
