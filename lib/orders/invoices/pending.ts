import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 500;

/**
 * Writes the invoices that waited for the seller's data (docs/payments.md, "Invoices").
 *
 * @returns their number, at most 500 in a run
 * @throws if the database does not answer
 */
export async function issuePendingInvoices(): Promise<number> {
  const client = createAdminClient();
  let issued = 0;
  while (issued < atOnce && (await readRpc(client, 'emitir_factura_pendiente', {}, z.boolean()))) issued += 1;
  return issued;
}
