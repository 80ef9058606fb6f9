import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 1_000;
const longestMs = 20_000;

/**
 * Notifies people about their favourites: an offer, a release, or a product that is back. Runs for twenty seconds at
 * most; the next run continues.
 *
 * @returns the number of notified people
 */
export async function notifyFavourites(): Promise<number> {
  const client = createAdminClient();
  const end = Date.now() + longestMs;
  let total = 0;
  for (;;) {
    const notified = await readRpc(client, 'avisar_favoritos', { p_limite: atOnce }, z.coerce.number());
    total += notified;
    if (notified < atOnce || Date.now() > end) return total;
  }
}

/**
 * Notifies people who asked for it that a sold-out product can be bought again; once each, up to 500 per run.
 *
 * @returns the number of notified people
 */
export const notifyStock = (): Promise<number> =>
  readRpc(createAdminClient(), 'avisar_existencias', { p_limite: 500 }, z.coerce.number());
