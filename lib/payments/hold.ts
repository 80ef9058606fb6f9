import 'server-only';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Provider } from './types';

/**
 * Keeps what a payment would take while its money is on the way (a bank debit, a review at PayPal): for three days at
 * most, and nobody is asked for the same money again. Safe to repeat; a payment that has ended stays as it is.
 *
 * @throws when the database cannot be reached
 */
export async function holdPayment(provider: Provider, reference: string, paymentId?: string): Promise<void> {
  const payment = { p_proveedor: provider, p_referencia: reference, ...(paymentId ? { p_pago: paymentId } : {}) };
  await readRpc(createAdminClient(), 'retener_pago', payment, nothing);
}
