import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { takePaymentEvent } from './deliver';
import { findReversals } from './find-reversals';
import { disputedOrders } from './paypal/disputes';
import { providerName } from './rows';
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
      log.error({ reference, error: messageOf(problem) }, 'what went back of a payment could not be read');
    }
  }
  return { asked: payments.length, failed };
}

const recentPayments = z.array(
  z
    .object({ proveedor: providerName, referencia: z.string() })
    .transform(({ proveedor, referencia }) => ({ provider: proveedor, reference: referencia })),
);

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
  const recent = await readRpc(createAdminClient(), 'pagos_por_revisar', {}, recentPayments);
  const payments = await review(recent);
  return { disputes, payments };
}
