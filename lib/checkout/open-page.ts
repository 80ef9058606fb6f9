import 'server-only';
import { callRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { holdPayment } from '@/lib/payments/hold';
import { logPayment } from '@/lib/payments/log-payment';
import { type PageMethod, type PageProvider, pageMethods } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { takePaymentEvent } from '@/lib/payments/take-payment-event';
import type { Payment } from '@/lib/payments/types';
import { basketPath } from './index';
import type { Buyer, ProviderPage } from './provider-page';
import { getBasketItem } from './server';
import type { Basket } from './types';

async function returnTo(provider: PageProvider, payment: Payment, reference: string): Promise<ProviderPage> {
  const found = await pageProvider[provider].findPage({ id: payment.id, reference });
  if (found === null) return 'closed';
  if (found === 'pending') {
    await holdPayment(provider, reference, payment.id);
    return 'pending';
  }
  if ('url' in found) return { id: reference, url: found.url };
  await takePaymentEvent(found);
  return found.kind === 'paid' ? 'paid' : 'closed';
}

async function openNew(provider: PageProvider, payment: Payment, buyer: Buyer, basket: Basket): Promise<ProviderPage> {
  const { openPage, closePage } = pageProvider[provider];
  const item = await getBasketItem(basket.selection, buyer.locale);
  const siteUrl = env().SITE_URL;
  const page = await openPage({
    paymentId: payment.id,
    userId: buyer.id,
    email: buyer.email,
    totalCents: payment.totalCents,
    name: item?.name ?? payment.name,
    description: payment.edition,
    locale: buyer.locale,
    expiresAt: payment.expiresAt,
    siteUrl,
    onlyCard: payment.isRecharge,
    cancelUrl: `${siteUrl}${basketPath('/checkout', basket)}&cancelado=1`,
  });
  if ('ended' in page) {
    await takePaymentEvent({ kind: 'closed', provider, reference: '', paymentId: payment.id, state: page.ended });
    if (page.error !== null) throw page.error;
    return 'closed';
  }
  const { reference, url } = page;
  const opened = { p_pago: payment.id, p_proveedor: provider, p_referencia: reference };
  if (!(await callRpc(createAdminClient(), 'vincular_pago', opened, null)).ok) {
    // Another tab has opened a page for this payment in another language. That page stays open; this one is closed.
    await closePage(reference);
    return 'closed';
  }
  logPayment({ payment: payment.id, provider, reference, outcome: 'started' });
  return url ? { id: reference, url } : 'closed';
}

/**
 * The provider's page of a payment: the existing one, or a new one.
 *
 * @throws the provider's error if it does not answer
 */
export async function openPage(
  method: PageMethod,
  payment: Payment,
  buyer: Buyer,
  basket: Basket,
): Promise<ProviderPage> {
  const { provider } = pageMethods[method];
  return payment.reference ? returnTo(provider, payment, payment.reference) : openNew(provider, payment, buyer, basket);
}
