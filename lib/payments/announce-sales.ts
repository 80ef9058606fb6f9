import 'server-only';
import { z } from 'zod';
import { logFailure, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const changed = z.coerce.number();

/** Sends creators the missing notifications of sales of today and yesterday. Returns their number. */
export const announceAllSales = (): Promise<number> =>
  readRpc(createAdminClient(), 'anunciar_ventas', { p_pago: null }, changed);

/** Notifies the creators of one payment. On failure the ten-minute job repeats it. */
export async function announceSale(paymentId: string): Promise<void> {
  await readRpc(createAdminClient(), 'anunciar_ventas', { p_pago: paymentId }, changed).catch(
    logFailure('a sale could not be announced'),
  );
}
