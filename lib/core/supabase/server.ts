import 'server-only';
import { createClient } from '@supabase/supabase-js';
import { cookies, headers } from 'next/headers';
import { env } from '@/lib/core/env';
import { visitorAddress } from '@/lib/core/security/visitor-address';
import { callSupabase, noRetry } from './calls';
import type { Database } from './database.types';
import { createSessionClient } from './session';

type Options = Omit<NonNullable<Parameters<typeof createSessionClient>[1]>, 'address'>;

/**
 * The client of the signed-in person, for server components, actions and route handlers. The middleware has refreshed
 * the session.
 */
export async function createRequestClient(options?: Options) {
  const store = await cookies();
  const address = visitorAddress(await headers());
  return createSessionClient(
    {
      getAll: () => store.getAll(),
      setAll: (changed) => {
        try {
          for (const { name, value, options } of changed) store.set(name, value, options);
        } catch {
          // Server components cannot set cookies; the middleware has refreshed the session.
        }
      },
    },
    { ...options, address },
  );
}

/** The client of the signed-in person. */
export type RequestClient = Awaited<ReturnType<typeof createRequestClient>>;

/** A client without a person, for cached public data. */
export function createPublicClient() {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: noRetry,
    global: { fetch: callSupabase },
  });
}
