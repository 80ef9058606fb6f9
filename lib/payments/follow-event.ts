import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { pagesOfPacks } from '@/lib/catalog/stale';
import type { Result } from '@/lib/core/action/result';
import { messageOf } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { countPayment } from '@/lib/core/telemetry/observe';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';
import { wakeServers } from '@/lib/servers/wake';
import { announceSale } from './announce-sales';
import { logPayment } from './log-payment';
import { recordPaymentEvent } from './record-event';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

const soldProduct = z.object({ id: z.string(), slug: z.string(), unidades: z.number().nullable() }).nullable();
const soldRow = z.object({
  productos: soldProduct,
  bundles: z.object({ bundles_productos: z.array(z.object({ productos: soldProduct })) }).nullable(),
});

/**
 * Revalidates the pages of a payment's limited products, which show the units left: at once if nothing is left, or if
 * units may have come back. Packs with such a product end, or return, on the pages of others. Failures are logged.
 */
export async function refreshStock(paymentId: string, change: 'sold' | 'refunded') {
  const client = createAdminClient();
  const { data, error } = await client
    .from('pagos')
    .select('productos(id,slug,unidades),bundles(bundles_productos(productos(id,slug,unidades)))')
    .eq('id', paymentId)
    .maybeSingle();
  if (error) log.warn({ error: error.message }, 'pages of sold products could not be refreshed');
  if (!data) return;
  const { productos, bundles } = soldRow.parse(data);
  const sold = [productos, ...(bundles?.bundles_productos ?? []).map((item) => item.productos)];
  const limited = sold.flatMap((product) => (product && product.unidades !== null ? [product] : []));
  const turned = limited.filter(({ unidades }) => change === 'refunded' || unidades === 0);
  const packs = await Promise.all(turned.map(({ id }) => pagesOfPacks(client, id))).catch((problem) => {
    log.warn({ error: messageOf(problem) }, 'pages with packs could not be refreshed');
    return [];
  });
  const others = limited.filter((product) => !turned.includes(product));
  const pages = (products: typeof limited) => products.map(({ slug }) => tags.product(slug));
  makeStale({ now: pages(turned), soon: [...pages(others), ...packs.flat()] });
}

/**
 * Runs the consequences of a delivery, once: log, revalidation, mails, notifications of creators.
 *
 * @param eventId the provider's event that caused it
 */
export async function followDelivery(payment: Payment, eventId?: string): Promise<void> {
  if (!payment.deliveredNow) return;
  const { id, provider, reference } = payment;
  logPayment({ payment: id, provider, reference, event: eventId, outcome: 'delivered' });
  countPayment(provider, 'delivered');
  after(sendPendingMails);
  after(sendPendingHooks);
  after(wakeServers);
  after(() => announceSale(payment.id));
  await refreshStock(payment.id, 'sold');
}

const closings = { fallido: 'failed', caducado: 'expired' } as const;

/**
 * Records a provider's event within a request and runs its consequences: pages, mails, notifications, metrics. Only
 * refunds in progress call it directly; everything else calls `takePaymentEvent`.
 *
 * @returns the payment, or why the event was refused: see `recordPaymentEvent`
 * @throws if the database cannot be reached
 */
export async function recordAndFollow(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await recordPaymentEvent(event);
  const { provider, reference, eventId } = event;
  const line = { provider, reference, event: eventId };
  if (result.ok) await followDelivery(result.value, eventId);
  else if (event.kind === 'paid') {
    logPayment({ payment: event.paymentId, ...line, outcome: 'refused', reason: result.error });
    countPayment(provider, 'refused');
  }
  if (result.ok && event.kind === 'closed') {
    const outcome = closings[event.state];
    logPayment({ payment: result.value.id, ...line, outcome });
    countPayment(provider, outcome);
  }
  if (result.ok && event.kind !== 'paid') {
    after(sendPendingMails);
    after(sendPendingHooks);
    after(wakeServers);
  }
  if (result.ok && event.kind === 'reversals') await refreshStock(result.value.id, 'refunded');
  return result;
}
