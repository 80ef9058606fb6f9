import 'server-only';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Provider } from './methods';

/**
 * Holds what a payment is for while its money is on the way (a bank debit, a check by PayPal), for three days at most;
 * the buyer is not asked to pay again meanwhile. Safe to repeat; a payment that has ended does not change.
 *
 * @throws when the database cannot be reached
 */
export async function holdPayment(provider: Provider, reference: string, paymentId?: string): Promise<void> {
  const payment = { p_proveedor: provider, p_referencia: reference, ...(paymentId ? { p_pago: paymentId } : {}) };
  await readRpc(createAdminClient(), 'retener_pago', payment, nothing);
}
