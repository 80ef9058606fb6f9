import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { holdPayment } from '../hold';
import type { LookUp } from '../types';
import { recordApprovals } from './approvals';
import { fromPayPalValue } from './money';
import { orderEvent } from './order-event';
import { capturePayPalOrder, findPayPalOrder, type PayPalOrder } from './orders';

const permission = z.object({ rechazos: z.number().int() });

/**
 * Checks whether an approved order may be captured. Returns the number of earlier declines, or the reason of a refusal.
 * A wrong amount is listed for an admin.
 */
async function mayCharge(order: PayPalOrder) {
  const amount = order.purchase_units?.[0]?.amount;
  const asked = {
    p_proveedor: 'paypal',
    p_referencia: order.id,
    p_importe_centimos: fromPayPalValue(amount?.value ?? '') ?? -1,
    p_moneda: amount?.currency_code ?? '',
  };
  return callRpc(createAdminClient(), 'motivo_no_cobro', asked, null, permission);
}

/** The same, after asking PayPal whether the buyer of a declined order has approved it again. */
async function mayChargeNow(order: PayPalOrder) {
  const allowed = await mayCharge(order);
  const since = !allowed.ok && allowed.error === 'cobro_rechazado' && allowed.details?.desde;
  if (!since || !(await recordApprovals(order.id, new Date(since)))) return allowed;
  return mayCharge(order);
}

async function charge(order: PayPalOrder): Promise<LookUp> {
  const payment = { provider: 'paypal' as const, reference: order.id, paymentId: null };
  const allowed = await mayChargeNow(order);
  if (!allowed.ok) {
    if (allowed.error === 'pago_no_existe') return 'unknown';
    if (allowed.error === 'importe_no_coincide') return 'review';
    if (allowed.error === 'cobro_rechazado') return 'declined';
    return { ...payment, kind: 'closed', state: 'caducado' };
  }
  const declines = allowed.value.rechazos;
  const captured = await capturePayPalOrder(order.id, declines);
  // The payment is closed, so that nothing tries to charge it without the buyer. If the buyer approves the order again
  // with another payment method, it opens again.
  if (captured === 'declined') return { ...payment, kind: 'closed', state: 'fallido', declines };
  return captured === 'not_approved' ? 'unpaid' : lookUpOf(captured);
}

/** Converts an order to a result. While PayPal reviews it, the goods are held. */
async function lookUpOf(order: PayPalOrder): Promise<LookUp> {
  const event = orderEvent(order);
  if (!event) await holdPayment('paypal', order.id);
  return event ?? 'processing';
}

/**
 * Asks PayPal about an order, and captures it if the buyer has approved it, even if the buyer never returned to the
 * shop. An order that must not be charged (any more) is not captured.
 *
 * @throws PayPalError if PayPal does not answer
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
      return lookUpOf(order);
  }
}
