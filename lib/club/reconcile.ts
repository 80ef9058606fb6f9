import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc, readRpcRows } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { closeIdleClubPages, finishClubCancellations } from './cancellations';
import { refreshSubscription } from './refresh';

type ClubReconciled = {
  checked: number;
  failed: number;
  ended: number;
  coins: number;
  reminded: number;
  cancelled: { asked: number; done: number };
  pages: number;
};

/**
 * Looks up every subscription that is past its paid time or has unread charges, ends expired ones, grants due coins,
 * writes reminders of yearly renewals, and carries out cancellations. If Stripe does not answer about a renewal, the
 * membership continues.
 */
export async function reconcileClub(): Promise<ClubReconciled> {
  const client = createAdminClient();
  const clubs = await readRpcRows(client, 'clubs_por_mirar', {}, 'referencia', z.object({ referencia: z.string() }));
  const unanswered: string[] = [];
  await forEachAtOnce(clubs, async ({ referencia }) => {
    try {
      await refreshSubscription(referencia);
    } catch (reason) {
      unanswered.push(referencia);
      log.error({ referencia, error: messageOf(reason) }, 'a subscription could not be looked up');
    }
  });
  const left = { p_sin_respuesta: unanswered };
  const ended = await readRpc(client, 'terminar_clubs_vencidos', left, z.coerce.number());
  const coins = await readRpc(client, 'conceder_uncoins_club', {}, z.coerce.number());
  const reminded = await readRpc(client, 'avisar_renovaciones_club', {}, z.coerce.number());
  return {
    checked: clubs.length,
    failed: unanswered.length,
    ended,
    coins,
    reminded,
    cancelled: await finishClubCancellations(),
    pages: await closeIdleClubPages(),
  };
}
