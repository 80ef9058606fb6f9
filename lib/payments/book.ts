import 'server-only';
import { after } from 'next/server';
import type { Result } from '@/lib/core/action/result';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { maxRows } from '@/lib/core/supabase/all-rows';
import { sendPendingMails } from '@/lib/mail/server';
import { announceSale } from './announce-sales';
import { applyPaymentEvent } from './apply';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

/** Pages of limited products show how many are left, so a sale makes their cached copies out of date. */
async function refreshStock(orderIds: string[]) {
  const { data, error } = await createAdminClient()
    .from('adquisiciones')
    .select('productos(slug,unidades)')
    .in('id', orderIds)
    .limit(maxRows);
  if (error) log.warn({ error: error.message }, 'pages of sold products could not be refreshed');
  for (const { productos } of data ?? []) {
    if (!productos || productos.unidades === null) continue;
    const page = [tags.product(productos.slug)];
    makeStale(productos.unidades === 0 ? { now: page } : { soon: page });
  }
}

/** What follows a delivery, once: renders the affected pages anew, sends the waiting mails and tells the creators. */
export async function followDelivery(payment: Payment): Promise<void> {
  if (!payment.deliveredNow) return;
  after(sendPendingMails);
  after(() => announceSale(payment.id));
  await refreshStock(payment.orderIds);
}

/**
 * Records what a provider has said about a payment, and does what follows from it. See `applyPaymentEvent` for the
 * answers.
 */
export async function bookPaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await applyPaymentEvent(event);
  if (result.ok) await followDelivery(result.value);
  if (result.ok && event.kind === 'reversals') after(sendPendingMails);
  return result;
}
