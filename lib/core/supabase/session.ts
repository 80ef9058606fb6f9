import 'server-only';
import { type CookieMethodsServer, createServerClient } from '@supabase/ssr';
import { env } from '@/lib/core/env';
import type { Database } from './database.types';
import { forwardVisitor } from './forward-visitor';

/** Scripts cannot read the session cookies, and they are secure if the shop is served over https. */
function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: env().SITE_URL.startsWith('https://') } as const;
}

type Options = {
  /** Where the visitor's request comes from, for the limits of Auth; null if it is not known. */
  address?: string | null;
};

/** A Supabase client that acts as the visitor with these session cookies: RLS decides what it sees. */
export function createSessionClient(cookies: CookieMethodsServer, { address = null }: Options = {}) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createServerClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    cookies,
    cookieOptions: cookieOptions(),
    global: { fetch: forwardVisitor(address) },
  });
}

export type SupabaseClient = ReturnType<typeof createSessionClient>;
