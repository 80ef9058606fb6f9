import 'server-only';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { closeIdleClubPages, finishClubCancellations } from './cancellations';
import { refreshSubscription } from './refresh';

type ClubReconciled = {
  checked: number;
  failed: number;
  ended: number;
  coins: number;
  cancelled: { asked: number; done: number };
  pages: number;
};

/**
 * Asks Stripe about every subscription whose paid time is over or whose charges were never read, ends what is over,
 * gives the coins of months that have begun, and ends at Stripe what must end there. If Stripe does not answer about a
 * renewal, the member stays a member until it does.
 */
export async function reconcileClub(): Promise<ClubReconciled> {
  const client = createAdminClient();
  const { data, error } = await client.rpc('clubs_por_mirar');
  if (error) throw new Error(`clubs_por_mirar: ${error.message}`);
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
  return {
    checked: data.length,
    failed: unanswered.length,
    ended: ended.data,
    coins: coins.data,
    cancelled: await finishClubCancellations(),
    pages: await closeIdleClubPages(),
  };
}
