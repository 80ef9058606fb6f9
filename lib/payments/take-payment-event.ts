import 'server-only';
import { after } from 'next/server';
import type { Result } from '@/lib/core/action/result';
import { messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { dataOf } from '@/lib/core/supabase/data-of';
import { sendPendingMails } from '@/lib/mail/server';
import { recordAndFollow } from './follow-event';
import { carryOutRefund } from './refunds';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

/**
 * Carries out the refunds that the database ordered for a payment that cannot be delivered (docs/payments.md,
 * "Delivery"). If the provider does not answer, the ten-minute job tries again.
 */
async function carryOutOrderedRefunds({ provider, reference }: PaymentEvent): Promise<void> {
  after(sendPendingMails);
  const data = await dataOf(
    `refund query of ${reference}`,
    createAdminClient()
      .from('pagos')
      .select('id,reembolsos(id,centimos,estado,pedido_por)')
      .eq('proveedor', provider)
      .eq('referencia', reference)
      .not('motivo_no_entregado', 'is', null)
      .maybeSingle(),
  );
  for (const { id, centimos, estado, pedido_por } of data?.reembolsos ?? []) {
    if (!data || estado !== 'pedido' || pedido_por) continue;
    try {
      await carryOutRefund({ id, cents: Number(centimos), paymentId: data.id, provider, reference });
    } catch (problem) {
      log.error({ refund: id, error: messageOf(problem) }, 'an automatic refund waits for the next try');
    }
  }
}

/**
 * Records a provider's event within a request, runs its consequences, and carries out the refund that the database
 * orders for a payment that cannot be delivered. Called by the return page, webhooks and the reconcile job.
 * `refunds.ts` calls `recordAndFollow` instead, because it is itself the refund.
 *
 * @returns the payment, or why the event was refused: see `recordPaymentEvent`
 * @throws if the database cannot be reached; a refund without an answer of the provider is left to the job
 */
export async function takePaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await recordAndFollow(event);
  if (!result.ok && event.kind === 'paid') await carryOutOrderedRefunds(event);
  return result;
}
