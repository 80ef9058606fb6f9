import 'server-only';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Provider } from './methods';

/**
 * Holds the goods of a payment while it is in progress (bank debit, PayPal review), for three days at most; the buyer
 * is not asked to pay again. Idempotent; ended payments do not change.
 *
 * @throws if the database cannot be reached
 */
export async function holdPayment(provider: Provider, reference: string, paymentId?: string): Promise<void> {
  const payment = { p_proveedor: provider, p_referencia: reference, ...(paymentId ? { p_pago: paymentId } : {}) };
  await readRpc(createAdminClient(), 'retener_pago', payment, nothing);
}
