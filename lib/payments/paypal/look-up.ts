import 'server-only';
import { callRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { holdPayment } from '../hold';
import type { LookUp } from '../types';
import { fromPayPalValue } from './money';
import { orderEvent } from './order-event';
import { capturePayPalOrder, findPayPalOrder, type PayPalOrder } from './orders';

/** Why an approved order must not be charged, or null. A wrong amount is listed for an admin. */
async function refusedCharge(order: PayPalOrder): Promise<string | null> {
  const amount = order.purchase_units?.[0]?.amount;
  const asked = {
    p_proveedor: 'paypal',
    p_referencia: order.id,
    p_importe_centimos: fromPayPalValue(amount?.value ?? '') ?? -1,
    p_moneda: amount?.currency_code ?? '',
  };
  const answer = await callRpc(createAdminClient(), 'motivo_no_cobro', asked, null);
  return answer.ok ? null : answer.error;
}

async function charge(order: PayPalOrder): Promise<LookUp> {
  const payment = { provider: 'paypal' as const, reference: order.id, paymentId: null };
  const refused = await refusedCharge(order);
  if (refused === 'pago_no_existe') return 'unknown';
  if (refused === 'importe_no_coincide') return 'review';
  if (refused) return { ...payment, kind: 'closed', state: 'caducado' };
  const captured = await capturePayPalOrder(order.id);
  // The payment is closed, so that no job tries to charge it without the buyer. If the buyer comes back with another
  // way to pay, it opens again.
  if (captured === 'declined') return { ...payment, kind: 'closed', state: 'fallido' };
  return captured === 'not_approved' ? 'unpaid' : said(captured);
}

/** What an order says. While PayPal is still checking it, the goods are held. */
async function said(order: PayPalOrder): Promise<LookUp> {
  const event = orderEvent(order);
  if (!event) await holdPayment('paypal', order.id);
  return event ?? 'processing';
}

/**
 * Asks PayPal about an order, and captures it if the buyer has approved it, even if the buyer never came back to the
 * shop. An order that must not be charged (any more) is not captured.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function lookUpPayPal(reference: string): Promise<LookUp> {
  const order = await findPayPalOrder(reference);
  if (!order) return 'unknown';
  switch (order.status) {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED':
      return 'unpaid';
    case 'VOIDED':
      return { kind: 'closed', state: 'caducado', provider: 'paypal', reference, paymentId: null };
    case 'APPROVED':
      return charge(order);
    default:
      return said(order);
  }
}
