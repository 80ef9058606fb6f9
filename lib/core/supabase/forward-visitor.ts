import 'server-only';
import { env } from '@/lib/core/env';

/** What a visitor does at Auth without a session, and what only somebody with a session does. Never `/admin`. */
const forAnybody = /^\/auth\/v1\/(?:token|signup|recover|resend|verify|otp)$/;
const forPersons = /^\/auth\/v1\/(?:user|logout|reauthenticate|factors(?:\/[\w-]+(?:\/(?:challenge|verify))?)?)$/;

/**
 * Auth counts attempts by the address that asks, and the shop's server asks for everybody. With a secret key Auth takes
 * the visitor's address from a header instead (docs/production.md, "Limits of Auth").
 *
 * The key goes to these paths only, as `apikey`: who acts is still said by the person's own token. Where nobody is signed
 * in, the publishable key in its place is left out, because Auth refuses two different keys.
 *
 * @param address the visitor's, or null if it is not known: then the calls go out as they are
 * @param send what the calls go out by
 * @returns what the Supabase client sends its requests with
 */
export function forwardVisitor(address: string | null, send: typeof fetch = fetch): typeof fetch {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = env();
  // Auth believes no key of the older kind.
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
