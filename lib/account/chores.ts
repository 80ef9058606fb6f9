import 'server-only';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Tells the database which mail domains may have accounts, so that it refuses the others itself, even if it is asked
 * past the shop.
 */
export async function admitEmailDomains(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('admitir_dominios', {
    p_dominios: env().ALLOWED_EMAIL_DOMAINS,
  });
  if (error) throw new Error(`admitir_dominios failed: ${error.message}`);
  return data;
}

/** Deletes counted attempts, known browsers and permissions that have expired. */
export async function forgetAttempts(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('olvidar_intentos');
  if (error) throw new Error(`olvidar_intentos failed: ${error.message}`);
  return data;
}
