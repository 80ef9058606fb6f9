import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from '@/lib/core/env';
import { callForJobs, noRetry } from './calls';
import type { Database } from './database.types';

/** The secret key is only for rows and functions. Files are read and written with a person's own rights. */
export type AdminClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>;

/**
 * The client of the shop itself, which RLS does not restrict. Only for webhooks, jobs and answers of providers; never
 * for something that a person asks for by a name, an id or an address. `tests/unit/security/secret-key.test.ts` lists
 * who imports it.
 */
export function createAdminClient(): AdminClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  const client = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: noRetry,
    global: { fetch: callForJobs },
  });
  return { from: client.from.bind(client), rpc: client.rpc.bind(client) } as AdminClient;
}
