import 'server-only';
import { log } from '@/lib/log';
import { createAdminClient } from '@/lib/supabase/admin';
import { takePaymentEvent } from './deliver';
import { refundPayPalPayment } from './paypal/refunds';
import { refundCardPayment } from './stripe/refunds';
import type { Provider } from './types';

/** `done` is booked at once; `pending` is booked when the provider's webhook or the reconcile job says so. */
export type RefundOutcome = { status: 'done' } | { status: 'pending' } | { status: 'refused'; reason: string };

export type RefundOrder = {
  id: string;
  attempt: number;
  paymentId: string;
  provider: Provider;
  reference: string;
};

async function askProvider(order: RefundOrder): Promise<RefundOutcome> {
  const key = `reembolso:${order.id}:${order.attempt}`;
  switch (order.provider) {
    case 'stripe':
      return refundCardPayment(order.reference, key);
    case 'paypal':
      return refundPayPalPayment(order.reference, key);
    case 'uncoins':
      // The database has given the coins back in the step that recorded the order.
      return { status: 'done' };
    default:
      return { status: 'refused', reason: order.provider };
  }
}

/**
 * Carries out a refund that an admin has ordered, and books it when the provider has made it. Safe to repeat.
 *
 * @returns what the provider said; a refusal is kept with the order
 * @throws when the provider or the database does not answer; the reconcile job tries again
 */
export async function carryOutRefund(order: RefundOrder): Promise<RefundOutcome> {
  const outcome = await askProvider(order);
  if (outcome.status === 'refused') {
    const { error } = await createAdminClient().rpc('rechazar_reembolso', {
      p_reembolso: order.id,
      p_error: outcome.reason,
    });
    if (error) throw new Error(`rechazar_reembolso: ${error.message}`);
  }
  if (outcome.status === 'done') {
    const { provider, reference, paymentId } = order;
    const booked = await takePaymentEvent({ kind: 'reverted', state: 'reembolsado', provider, reference, paymentId });
    if (!booked.ok) throw new Error(`refund ${order.id}: ${booked.error}`);
  }
  return outcome;
}

/** Carries out the refunds that were ordered and not finished: the shop stopped in the middle, or nobody answered. */
export async function finishRefunds(): Promise<{ asked: number; done: number }> {
  const { data, error } = await createAdminClient()
    .from('reembolsos')
    .select('id,intento,pago_id,pagos(proveedor,referencia)')
    .eq('estado', 'pedido')
    .order('created_at')
    .limit(100);
  if (error) throw new Error(`refunds: ${error.message}`);
  let done = 0;
  for (const { id, intento, pago_id, pagos } of data) {
    if (!pagos?.referencia) continue;
    try {
      const outcome = await carryOutRefund({
        id,
        attempt: Number(intento),
        paymentId: pago_id,
        provider: pagos.proveedor as Provider,
        reference: pagos.referencia,
      });
      if (outcome.status === 'done') done += 1;
    } catch (problem) {
      log.error({ refund: id, error: (problem as Error).message }, 'a refund could not be carried out');
    }
  }
  return { asked: data.length, done };
}
