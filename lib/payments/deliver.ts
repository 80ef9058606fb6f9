import 'server-only';
import { revalidateTag } from 'next/cache';
import { after } from 'next/server';
import type { Result } from '@/lib/core/action/result';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { sendPendingMails } from '@/lib/mail/server';
import { applyPaymentEvent } from './apply';
import { carryOutRefund } from './refunds';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

/** Pages of limited products show how many are left, so a sale makes their cached copies out of date. */
async function refreshStock(orderIds: string[]) {
  const { data, error } = await createAdminClient()
    .from('adquisiciones')
    .select('productos(slug,unidades)')
    .in('id', orderIds);
  if (error) log.warn({ error: error.message }, 'pages of sold products could not be refreshed');
  for (const { productos } of data ?? []) {
    if (productos && productos.unidades !== null) revalidateTag(tags.product(productos.slug), { expire: 0 });
  }
}

/** What follows a delivery, once: renders the affected pages anew and sends the waiting mails. */
export async function followDelivery(payment: Payment): Promise<void> {
  if (!payment.deliveredNow) return;
  after(sendPendingMails);
  await refreshStock(payment.orderIds);
}

/**
 * Carries out the refund that the database has ordered for a payment that cannot be delivered (docs/payments.md,
 * "Delivery"). If the provider does not answer, the ten-minute job tries again.
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
 * Records within a request what a provider has said about a payment, and does what follows from it. The return page,
 * the webhooks and the reconcile job all call this. See `applyPaymentEvent` for the answers.
 */
export async function takePaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await applyPaymentEvent(event);
  if (result.ok) await followDelivery(result.value);
  else if (event.kind === 'paid') await giveBack(event);
  if (result.ok && event.kind === 'reversals') after(sendPendingMails);
  return result;
}
