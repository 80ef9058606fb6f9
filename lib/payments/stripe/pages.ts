import 'server-only';
import type Stripe from 'stripe';
import { holdPayment } from '../hold';
import type { OpenedPage, PageEnd, PageOrder } from '../provider';
import type { LookUp } from '../types';
import { isRefusedParameter, isServerError } from './client';
import { isOnItsWay, sessionEvent } from './session-event';
import { closeSession, createCardSession, findSession } from './sessions';

const endOf = (session: Stripe.Checkout.Session): PageEnd => (isOnItsWay(session) ? 'pending' : sessionEvent(session));

/** Opens Stripe's page for a card payment. */
export async function openCardPage({ siteUrl, ...order }: PageOrder): Promise<OpenedPage> {
  try {
    const successUrl = `${siteUrl}/success?session_id={CHECKOUT_SESSION_ID}`;
    const session = await createCardSession({ ...order, successUrl });
    return { reference: session.id, url: session.url };
  } catch (error) {
    // The payment is too old for a new page. Stripe would have returned an existing one.
    if (isRefusedParameter(error, 'expires_at')) return { ended: 'caducado', error: null };
    // Stripe repeats a server error for the same key, so the buyer needs a new payment. No page of this one was ever
    // shown.
    if (isServerError(error)) return { ended: 'fallido', error };
    throw error;
  }
}

/** The page of a card payment while it is open, or the state of the payment. */
export async function findCardPage({ reference }: { reference: string }): Promise<{ url: string } | PageEnd> {
  const session = await findSession(reference);
  if (session?.status === 'open' && session.url) return { url: session.url };
  return session && endOf(session);
}

/** Closes the page of a card payment. Returns the state of the payment, which may have just been paid. */
export async function closeCardPage(reference: string): Promise<PageEnd> {
  const session = await closeSession(reference);
  return session && endOf(session);
}

/** The state of a card payment. Holds the goods while a slow payment is in progress. */
export async function lookUpCard(reference: string): Promise<LookUp> {
  const session = await findSession(reference);
  if (!session) return 'unknown';
  if (isOnItsWay(session)) await holdPayment('stripe', reference);
  return sessionEvent(session) ?? (session.status === 'open' ? 'unpaid' : 'processing');
}
