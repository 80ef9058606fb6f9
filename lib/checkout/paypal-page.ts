import 'server-only';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { lookUpPayPal } from '@/lib/payments/paypal/look-up';
import { approvalUrl, createPayPalOrder, findPayPalOrder } from '@/lib/payments/paypal/orders';
import type { Payment } from '@/lib/payments/types';
import { basketPath } from './index';
import type { Buyer, ProviderPage } from './provider-page';
import { getBasketItem } from './server';
import type { Basket } from './types';

async function returnTo(payment: Payment): Promise<ProviderPage> {
  const reference = payment.reference ?? '';
  const order = await findPayPalOrder(reference);
  const url = order && order.status !== 'APPROVED' ? approvalUrl(order) : null;
  if (url) return { id: reference, url };
  const answer = order ? await lookUpPayPal(reference) : 'unknown';
  if (typeof answer !== 'string') {
    await takePaymentEvent(answer);
    return answer.kind === 'paid' ? 'paid' : 'closed';
  }
  if (answer === 'processing') return 'pending';
  // PayPal no longer knows the order: it was not approved in time, and nothing was charged.
  if (answer === 'unknown') {
    await takePaymentEvent({
      kind: 'closed',
      state: 'caducado',
      provider: 'paypal',
      reference,
      paymentId: payment.id,
    });
  }
  return 'closed';
}

/**
 * PayPal's page for a payment: the one opened before, or a new one.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function openPayPalPage(payment: Payment, buyer: Buyer, basket: Basket): Promise<ProviderPage> {
  if (payment.reference) return returnTo(payment);
  const item = await getBasketItem(basket.selection, buyer.locale);
  const { SITE_URL } = env();
  const order = await createPayPalOrder({
    paymentId: payment.id,
    totalCents: payment.totalCents,
    name: item?.name ?? payment.name,
    locale: buyer.locale,
    returnUrl: `${SITE_URL}/paypal-success`,
    cancelUrl: `${SITE_URL}${basketPath('/checkout', basket)}&cancelado=1`,
  });
  const { data, error } = await createAdminClient().rpc('vincular_pago', {
    p_pago: payment.id,
    p_proveedor: 'paypal',
    p_referencia: order.id,
  });
  if (error) throw new Error(`the order of payment ${payment.id} could not be recorded: ${error.message}`);
  // Another tab has opened an order for this payment in the meantime, in another language. That order stays; this one
  // is never shown and never charged.
  if (!(data as { ok: boolean }).ok) return 'closed';
  const url = approvalUrl(order);
  return url ? { id: order.id, url } : 'closed';
}
