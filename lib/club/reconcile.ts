import 'server-only';
import { log } from '@/lib/log';
import { createAdminClient } from '@/lib/supabase/admin';
import { refreshSubscription } from './refresh';

type ClubReconciled = { checked: number; failed: number; ended: number; coins: number };

/**
 * Asks Stripe about every subscription whose paid time is over, ends what is over, and gives the coins of months
 * that have begun. A member whose renewal Stripe does not answer about stays one until it does.
 */
export async function reconcileClub(): Promise<ClubReconciled> {
  const client = createAdminClient();
  const { data, error } = await client
    .from('suscripciones')
    .select('referencia')
    .neq('estado', 'terminada')
    .lte('pagado_hasta', new Date().toISOString())
    .order('pagado_hasta');
  if (error) throw new Error(`suscripciones: ${error.message}`);
  const unanswered: string[] = [];
  for (const { referencia } of data) {
    try {
      await refreshSubscription(referencia);
    } catch (reason) {
      unanswered.push(referencia);
      log.error({ referencia, error: (reason as Error).message }, 'a subscription could not be looked up');
    }
  }
  const ended = await client.rpc('terminar_clubs_vencidos', { p_sin_respuesta: unanswered });
  if (ended.error) throw new Error(`terminar_clubs_vencidos: ${ended.error.message}`);
  const coins = await client.rpc('conceder_uncoins_club');
  if (coins.error) throw new Error(`conceder_uncoins_club: ${coins.error.message}`);
  return { checked: data.length, failed: unanswered.length, ended: ended.data, coins: coins.data };
}
