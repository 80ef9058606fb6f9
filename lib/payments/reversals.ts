import 'server-only';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { takePaymentEvent } from './deliver';
import { findReversals } from './find-reversals';
import { disputedOrders } from './paypal/disputes';
import type { Provider } from './types';

export type Reviewed = { asked: number; failed: number };

async function review(payments: { provider: Provider; reference: string }[]): Promise<Reviewed> {
  let failed = 0;
  for (const { provider, reference } of payments) {
    try {
      const found = await findReversals(provider, reference);
      if (found && found.refunds.length + found.disputes.length > 0) await takePaymentEvent(found);
    } catch (problem) {
      failed += 1;
      log.error({ reference, error: (problem as Error).message }, 'what went back of a payment could not be read');
    }
  }
  return { asked: payments.length, failed };
}

const lookBackMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Books refunds and disputes whose events were lost: disputes that changed at PayPal in the last three days, and
 * refunds of recent payments. (Stripe can list its missed events: see `catchUpStripeEvents`.)
 *
 * @throws when PayPal or the database does not answer
 */
export async function catchUpReversals(): Promise<{ disputes: Reviewed; payments: Reviewed }> {
  const orders = await disputedOrders(new Date(Date.now() - lookBackMs));
  const disputes = await review(orders.map((reference) => ({ provider: 'paypal', reference })));
  const { data, error } = await createAdminClient().rpc('pagos_por_revisar');
  if (error) throw new Error(`pagos_por_revisar: ${error.message}`);
  const payments = await review(
    data.map(({ proveedor, referencia }) => ({ provider: proveedor as Provider, reference: referencia })),
  );
  return { disputes, payments };
}
