import 'server-only';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { createRequestClient } from '@/lib/core/supabase/server';
import { holdPayment } from '@/lib/payments/hold';
import { pageProviders } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { pageProviderName } from '@/lib/payments/rows';
import { takePaymentEvent } from '@/lib/payments/take-payment-event';
import type { Payment } from '@/lib/payments/types';
import { isWhoever } from './gifts/server';
import type { Buyer } from './provider-page';
import type { SelectionIds } from './server';

/** `waits`: a paid gift that waits for its day. */
type Left = 'paid' | 'waits' | 'pending' | 'closed';

type OpenPage = { id: string; proveedor: string; referencia: string | null; reservas: { id: number }[] };

/** The buyer's open payments for these goods. RLS limits them to the buyer's own. */
async function openPages(buyerId: string, ids: SelectionIds): Promise<OpenPage[]> {
  const client = await createRequestClient();
  return readAllRows<OpenPage>('open payments', (last) => {
    let query = client
      .from('pagos')
      .select('id,proveedor,referencia,reservas(id)')
      .eq('user_id', buyerId)
      .in('proveedor', pageProviders)
      .eq('estado', 'creado')
      .is('pendiente_at', null)
      .not('referencia', 'is', null)
      .order('id')
      .limit(maxRows);
    query = isWhoever(ids.destinatario)
      ? query.is('destinatario_id', null)
      : query.eq('destinatario_id', ids.destinatario ?? buyerId);
    query = ids.bundle ? query.eq('bundle_id', ids.bundle) : query.eq('producto_id', ids.producto ?? '');
    query = ids.edicion ? query.eq('edicion_id', ids.edicion) : query.is('edicion_id', null);
    return last ? query.gt('id', last.id) : query;
  });
}

async function closePage({ id, proveedor, referencia }: OpenPage): Promise<Left> {
  const reference = referencia ?? '';
  const provider = pageProviderName.parse(proveedor);
  const end = await pageProvider[provider].closePage(reference);
  if (end === 'pending') {
    await holdPayment(provider, reference, id);
    return 'pending';
  }
  const taken = end && (await takePaymentEvent(end));
  if (end?.kind !== 'paid') return 'closed';
  return taken?.ok && taken.value.isGift && taken.value.orderIds.length === 0 ? 'waits' : 'paid';
}

/**
 * Ends all other open payments of this buyer for the same goods, so that nobody pays twice from two tabs. If the
 * provider cannot close a page, it is charged only if the goods are still available.
 *
 * @returns `paid` if one turns out to be paid, and is now delivered, or `waits`; `pending` if a payment is still on its way
 */
export async function closeOtherPages(payment: Payment, buyer: Buyer, ids: SelectionIds): Promise<Left> {
  const ends: Left[] = [];
  for (const page of await openPages(buyer.id, ids)) {
    if (page.id !== payment.id) ends.push(await closePage(page));
  }
  return (['paid', 'waits', 'pending'] as const).find((end) => ends.includes(end)) ?? 'closed';
}

/**
 * Ends the open payments of a buyer who cancelled, if they hold limited goods (last unit, coupon use). Others stay
 * open, so that the buyer can continue.
 */
export async function releaseHolds(buyerId: string, ids: SelectionIds): Promise<void> {
  for (const page of await openPages(buyerId, ids)) {
    if (page.reservas.length > 0) await closePage(page);
  }
}
