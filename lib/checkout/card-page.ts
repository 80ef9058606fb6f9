import 'server-only';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { holdPayment } from '@/lib/payments/hold';
import { isRefusedParameter, isServerError } from '@/lib/payments/stripe/client';
import { isOnItsWay, sessionEvent } from '@/lib/payments/stripe/session-event';
import { closeSession, createCardSession, findSession } from '@/lib/payments/stripe/sessions';
import type { Payment } from '@/lib/payments/types';
import { basketPath } from './index';
import type { Buyer, ProviderPage } from './provider-page';
import { getBasketItem } from './server';
import type { Basket } from './types';

async function returnTo(payment: Payment): Promise<ProviderPage> {
  const session = await findSession(payment.reference ?? '');
  if (session?.status === 'open' && session.url) return { id: session.id, url: session.url };
  if (session && isOnItsWay(session)) {
    await holdPayment('stripe', session.id, payment.id);
    return 'pending';
  }
  const event = session && sessionEvent(session);
  if (event) await takePaymentEvent(event);
  return event?.kind === 'paid' ? 'paid' : 'closed';
}

async function openNew(payment: Payment, buyer: Buyer, basket: Basket): Promise<ProviderPage> {
  const item = await getBasketItem(basket.selection, buyer.locale);
  const { SITE_URL } = env();
  const session = await createCardSession({
    paymentId: payment.id,
    userId: buyer.id,
    email: buyer.email,
    totalCents: payment.totalCents,
    name: item?.name ?? payment.name,
    description: payment.edition,
    locale: buyer.locale,
    expiresAt: payment.expiresAt,
    successUrl: `${SITE_URL}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${SITE_URL}${basketPath('/checkout', basket)}&cancelado=1`,
  });
  const { data, error } = await createAdminClient().rpc('vincular_pago', {
    p_pago: payment.id,
    p_proveedor: 'stripe',
    p_referencia: session.id,
  });
  if (error) throw new Error(`the session of payment ${payment.id} could not be recorded: ${error.message}`);
  if (!(data as { ok: boolean }).ok) {
    // Another tab has opened a page for this payment in the meantime, in another language. That page stays; this one is
    // never shown.
    await closeSession(session.id);
    return 'closed';
  }
  return session.url ? { id: session.id, url: session.url } : 'closed';
}

async function giveUp(payment: Payment, state: 'caducado' | 'fallido'): Promise<'closed'> {
  await takePaymentEvent({ kind: 'closed', provider: 'stripe', reference: '', paymentId: payment.id, state });
  return 'closed';
}

/**
 * Stripe's page for a payment: the one opened before, or a new one.
 *
 * @throws a Stripe error when the provider does not answer
 */
export async function openCardPage(payment: Payment, buyer: Buyer, basket: Basket): Promise<ProviderPage> {
  if (payment.reference) return returnTo(payment);
  try {
    return await openNew(payment, buyer, basket);
  } catch (error) {
    // The payment is too old for a new page. If Stripe had one already, it would have returned that one.
    if (isRefusedParameter(error, 'expires_at')) return giveUp(payment, 'caducado');
    // Stripe answers the same key with the same server error again, so the buyer needs a new payment. Nobody has seen a
    // page of this one.
    if (isServerError(error)) await giveUp(payment, 'fallido');
    throw error;
  }
}
