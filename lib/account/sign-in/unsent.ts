import 'server-only';
import type { AuthError } from '@supabase/supabase-js';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { deadlines } from '@/lib/core/http/deadlines';
import { log } from '@/lib/core/log';
import { seal } from '@/lib/core/security/seal';
import { callSupabase } from '@/lib/core/supabase/calls';
import { createPublicClient } from '@/lib/core/supabase/server';
import { isMailTooSoon } from './auth-errors';

/** True if Auth is down for every address. */
async function isDown(): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const answer = callSupabase(`${SUPABASE_URL}/auth/v1/settings`, {
    headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
    signal: AbortSignal.timeout(deadlines.identity),
  });
  return !(await answer.then(
    ({ ok }) => ok,
    () => false,
  ));
}

/**
 * Handles a failure of Auth that may depend on whether an address has an account, which the response must not reveal.
 * Logs it and opens a case for the admins, unless an earlier mail was sent less than a minute ago.
 *
 * @returns whether Auth fails for every address, which the response may reveal
 */
export async function isOutageBehind(error: AuthError): Promise<boolean> {
  if (isMailTooSoon(error)) return false;
  if (await isDown()) return true;
  log.error({ error: error.message, code: error.code }, 'an account mail was not sent');
  const p_codigo = error.code ?? String(error.status ?? 'unknown');
  await seal('correo_sin_pedir', p_codigo)
    .then((p_sello) => readRpc(createPublicClient(), 'anotar_correo_sin_pedir', { p_codigo, p_sello }, nothing))
    .catch(logFailure('a mail that was not sent could not be noted'));
  return false;
}
