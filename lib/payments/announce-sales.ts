import 'server-only';
import { z } from 'zod';
import { logFailure, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const changed = z.coerce.number();

/** Rings the bells of all creators who sold something today or yesterday and do not know it yet. Answers how many. */
export const announceAllSales = (): Promise<number> =>
  readRpc(createAdminClient(), 'anunciar_ventas', { p_pago: null }, changed);

/** The same for the creators of one payment. If it fails, the ten-minute job does it. */
export async function announceSale(paymentId: string): Promise<void> {
  await readRpc(createAdminClient(), 'anunciar_ventas', { p_pago: paymentId }, changed).catch(
    logFailure('a sale could not be announced'),
  );
}
