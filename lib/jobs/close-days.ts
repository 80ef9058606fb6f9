import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** So that one call stays well below the time that a statement has. */
const rowsAtOnce = 5_000;
/** What is left after these is for the next time: the sums are right in any case. */
const mostTurns = 40;

/** Stores the figures of past days, so that they are counted only once. Returns how many days. */
export async function closeDays(): Promise<number> {
  return readRpc(createAdminClient(), 'cerrar_dias', {}, z.coerce.number());
}

/**
 * Makes one row of the many that sales and views have added to the figures and balances of creators. Returns how many
 * were put together.
 */
export async function foldFigures(): Promise<number> {
  const client = createAdminClient();
  const balances = await readRpc(client, 'plegar_saldos', {}, z.coerce.number());
  let folded = 0;
  for (let turn = 0; turn < mostTurns; turn++) {
    const now = await readRpc(client, 'plegar_cifras', { p_limite: rowsAtOnce }, z.coerce.number());
    folded += now;
    if (now < rowsAtOnce) break;
  }
  return balances + folded;
}
