import 'server-only';
import { env } from '@/lib/env';
import type { Locale } from '@/lib/i18n/locales';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { isRefusedParameter, isServerError } from '@/lib/payments/stripe/client';
import { sessionEvent } from '@/lib/payments/stripe/session-event';
import { closeSession, createCardSession, findSession } from '@/lib/payments/stripe/sessions';
import type { Payment } from '@/lib/payments/types';
import { createAdminClient } from '@/lib/supabase/admin';
import { createRequestClient } from '@/lib/supabase/server';
import { basketPath } from './index';
import { getBasketItem, type SelectionIds } from './server';
import type { Basket } from './types';

export type Buyer = { id: string; email: string | undefined; locale: Locale };

/** The provider's page of a payment, or what has become of it: paid in another tab, or closed. */
export type CardPage = { id: string; url: string } | 'paid' | 'closed';

async function returnTo(payment: Payment): Promise<CardPage> {
  const session = await findSession(payment.reference ?? '');
  if (session?.status === 'open' && session.url) return { id: session.id, url: session.url };
  const event = session && sessionEvent(session);
  if (event) await takePaymentEvent(event);
  return event?.kind === 'paid' ? 'paid' : 'closed';
}

async function openNew(payment: Payment, buyer: Buyer, basket: Basket): Promise<CardPage> {
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
  if (error || !(data as { ok: boolean }).ok)
    throw new Error(`the session of payment ${payment.id} could not be recorded`);
  return session.url ? { id: session.id, url: session.url } : 'closed';
}

async function giveUp(payment: Payment, state: 'caducado' | 'fallido'): Promise<'closed'> {
  await takePaymentEvent({ kind: 'closed', provider: 'stripe', reference: '', paymentId: payment.id, state });
  return 'closed';
}

/**
 * The provider's page for a payment: the one that was opened before, or a new one.
 *
 * @throws a Stripe error when the provider does not answer
 */
export async function openCardPage(payment: Payment, buyer: Buyer, basket: Basket): Promise<CardPage> {
  if (payment.reference) return returnTo(payment);
  try {
    return await openNew(payment, buyer, basket);
  } catch (error) {
    // Too old for a page of its own; Stripe would have answered with the page if there were one already.
    if (isRefusedParameter(error, 'expires_at')) return giveUp(payment, 'caducado');
    // Stripe repeats a server error for the same key, so going on takes another payment. Nobody has seen this page.
    if (isServerError(error)) await giveUp(payment, 'fallido');
    throw error;
  }
}

/**
 * Closes every other page that this buyer left open for the same goods, so that nobody pays twice from two tabs.
 *
 * @returns whether one of them turns out to be paid: it is delivered, and there may be nothing left to buy
 */
export async function closeOtherPages(payment: Payment, buyer: Buyer, ids: SelectionIds): Promise<boolean> {
  const client = await createRequestClient();
  let query = client
    .from('pagos')
    .select('referencia')
    .eq('user_id', buyer.id)
    .eq('destinatario_id', buyer.id)
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
