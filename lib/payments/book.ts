import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import type { Result } from '@/lib/core/action/result';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { countPayment } from '@/lib/core/telemetry/observe';
import { sendPendingMails } from '@/lib/mail/server';
import { announceSale } from './announce-sales';
import { applyPaymentEvent } from './apply';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

const limited = z.object({ slug: z.string(), unidades: z.number().nullable() }).nullable();
const soldRow = z.object({
  productos: limited,
  bundles: z.object({ bundles_productos: z.array(z.object({ productos: limited })) }).nullable(),
});

/**
 * Pages of limited products show how many are left, so a sale makes their cached copies out of date. A gift that waits
 * for its day has taken its unit, too.
 */
async function refreshStock(paymentId: string) {
  const { data, error } = await createAdminClient()
    .from('pagos')
    .select('productos(slug,unidades),bundles(bundles_productos(productos(slug,unidades)))')
    .eq('id', paymentId)
    .maybeSingle();
  if (error) log.warn({ error: error.message }, 'pages of sold products could not be refreshed');
  if (!data) return;
  const { productos, bundles } = soldRow.parse(data);
  const sold = [productos, ...(bundles?.bundles_productos ?? []).map((item) => item.productos)];
  for (const product of sold) {
    if (!product || product.unidades === null) continue;
    const page = [tags.product(product.slug)];
    makeStale(product.unidades === 0 ? { now: page } : { soon: page });
  }
}

/** What follows a delivery, once: renders the affected pages anew, sends the waiting mails and tells the creators. */
export async function followDelivery(payment: Payment): Promise<void> {
  if (!payment.deliveredNow) return;
  countPayment(payment.provider, 'delivered');
  after(sendPendingMails);
  after(() => announceSale(payment.id));
  await refreshStock(payment.id);
}

const closings = { fallido: 'failed', caducado: 'expired' } as const;

/**
 * Records what a provider has said about a payment, and does what follows from it. See `applyPaymentEvent` for the
 * answers.
 */
export async function bookPaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await applyPaymentEvent(event);
  if (result.ok) await followDelivery(result.value);
  else if (event.kind === 'paid') countPayment(event.provider, 'refused');
  if (result.ok && event.kind === 'closed') countPayment(event.provider, closings[event.state]);
  if (result.ok && event.kind !== 'paid') after(sendPendingMails);
  return result;
}
