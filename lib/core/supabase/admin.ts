import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RpcClient } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { callForJobs, noRetry } from './calls';
import type { Database } from './database.types';

/** Restricted to rows and functions. Files are accessed with a person's own rights. */
export interface AdminClient extends RpcClient {
  from: SupabaseClient<Database>['from'];
}

/**
 * The client with the secret key, which bypasses RLS. For webhooks, jobs and provider answers only, never for an id,
 * name or address that a person sends. `tests/unit/security/secret-key.test.ts` lists its importers.
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
