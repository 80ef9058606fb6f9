import 'server-only';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { sessionEvent } from '@/lib/payments/stripe/session-event';
import { closeSession } from '@/lib/payments/stripe/sessions';
import type { Payment } from '@/lib/payments/types';
import { createRequestClient } from '@/lib/supabase/server';
import type { Buyer } from './provider-page';
import type { SelectionIds } from './server';

/**
 * Closes every other card page that this buyer left open for the same goods, so that nobody pays twice from two tabs.
 * (An order at PayPal cannot be closed; it is not charged any more once the goods are owned.)
 *
 * @returns whether one of them turns out to be paid: it is delivered, and there may be nothing left to buy
 */
export async function closeOtherPages(payment: Payment, buyer: Buyer, ids: SelectionIds): Promise<boolean> {
  const client = await createRequestClient();
  let query = client
    .from('pagos')
    .select('referencia')
    .eq('user_id', buyer.id)
    .eq('destinatario_id', ids.destinatario ?? buyer.id)
    .eq('proveedor', 'stripe')
    .eq('estado', 'creado')
    .neq('id', payment.id)
    .not('referencia', 'is', null);
  query = ids.bundle ? query.eq('bundle_id', ids.bundle) : query.eq('producto_id', ids.producto ?? '');
  query = ids.edicion ? query.eq('edicion_id', ids.edicion) : query.is('edicion_id', null);
  const { data, error } = await query;
  if (error) throw new Error(`open payments: ${error.message}`);
  let paid = false;
  for (const { referencia } of data) {
    const session = await closeSession(referencia ?? '');
    const event = session && sessionEvent(session);
    if (!event) continue;
    await takePaymentEvent(event);
    paid ||= event.kind === 'paid';
  }
  return paid;
}
