import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { announceAllSales } from '@/lib/payments/announce-sales';

/** Sends missing notifications of sales to creators, and yesterday's summaries. Idempotent. */
export async function notifyCreators(): Promise<{ ventas: number; resumenes: number }> {
  const ventas = await announceAllSales();
  return { ventas, resumenes: await readRpc(createAdminClient(), 'resumir_ayer', {}, z.coerce.number()) };
}
