import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Keeps a call far below the statement timeout. */
const rowsAtOnce = 5_000;
/** The rest is left to the next run; sums are correct in any case. */
const mostTurns = 40;

/** Stores the figures of past days, so that they are counted once. Returns the number of days. */
export async function closeDays(): Promise<number> {
  return readRpc(createAdminClient(), 'cerrar_dias', {}, z.coerce.number());
}

/**
 * Compacts the rows that sales and views add to creators' figures and balances. Returns the number of compacted rows.
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
