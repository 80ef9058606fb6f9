import 'server-only';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Provider } from './methods';

/**
 * Keeps what a payment would take while its money is on the way (a bank debit, a review at PayPal): for three days at
 * most, and nobody is asked for the same money again. Safe to repeat; a payment that has ended stays as it is.
 *
 * @throws when the database cannot be reached
 */
export async function holdPayment(provider: Provider, reference: string, paymentId?: string): Promise<void> {
  const { error } = await createAdminClient().rpc('retener_pago', {
    p_proveedor: provider,
    p_referencia: reference,
    ...(paymentId ? { p_pago: paymentId } : {}),
  });
  if (error) throw new Error(`retener_pago ${reference}: ${error.message}`);
}
