import 'server-only';
import { after } from 'next/server';
import type { Result } from '@/lib/core/action/result';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { sendPendingMails } from '@/lib/mail/server';
import { bookPaymentEvent } from './book';
import { carryOutRefund } from './refunds';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

/**
 * Carries out at once the refund that the database has ordered for money that cannot be delivered for (DESIGN §6).
 * One that nobody answers to is made by the maintenance job.
 */
async function giveBack({ provider, reference }: PaymentEvent): Promise<void> {
  after(sendPendingMails);
  const { data, error } = await createAdminClient()
    .from('pagos')
    .select('id,reembolsos(id,centimos,estado,pedido_por)')
    .eq('proveedor', provider)
    .eq('referencia', reference)
    .not('motivo_no_entregado', 'is', null)
    .maybeSingle();
  if (error) throw new Error(`refund of ${reference}: ${error.message}`);
  for (const { id, centimos, estado, pedido_por } of data?.reembolsos ?? []) {
    if (!data || estado !== 'pedido' || pedido_por) continue;
    try {
      await carryOutRefund({ id, cents: Number(centimos), paymentId: data.id, provider, reference });
    } catch (problem) {
      log.error({ refund: id, error: (problem as Error).message }, 'an automatic refund waits for the next try');
    }
  }
}

/**
 * Takes in what a provider has said about a payment, within a request: records it, and does what follows.
 * The return page, the webhooks and the reconcile job all end here. See `applyPaymentEvent` for the answers.
 */
export async function takePaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await bookPaymentEvent(event);
  if (!result.ok && event.kind === 'paid') await giveBack(event);
  return result;
}
