import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Writes the admitted mail domains to the database, which then refuses others even in calls that bypass the shop.
 * Returns the number of stored domains; 0 if none is configured, which changes nothing.
 */
export async function admitEmailDomains(): Promise<number> {
  const admitted = { p_dominios: env().ALLOWED_EMAIL_DOMAINS };
  return readRpc(createAdminClient(), 'admitir_dominios', admitted, z.coerce.number());
}

/** Deletes accounts that are unconfirmed for seven days, and old registrations. Returns the number of accounts. */
export async function forgetUnconfirmed(): Promise<number> {
  return readRpc(createAdminClient(), 'borrar_sin_confirmar', {}, z.coerce.number());
}

/**
 * Deletes expired attempts, known browsers, permissions and idempotency keys, data of ended sessions, contents of mails
 * after ninety days, and notifications after a year. Returns the number of attempts.
 */
export async function forgetAttempts(): Promise<number> {
  return readRpc(createAdminClient(), 'olvidar_intentos', {}, z.coerce.number());
}
