import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { announceAllSales } from '@/lib/payments/announce-sales';

/** Tells creators of sales that nobody told them of, and writes the summaries of yesterday. Each is told once. */
export async function tellCreators(): Promise<{ ventas: number; resumenes: number }> {
  const ventas = await announceAllSales();
  return { ventas, resumenes: await readRpc(createAdminClient(), 'resumir_ayer', {}, z.coerce.number()) };
}
