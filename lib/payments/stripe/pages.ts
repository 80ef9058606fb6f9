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
    // Too old for a page of its own; Stripe would have answered with the page if there were one already.
    if (isRefusedParameter(error, 'expires_at')) return { ended: 'caducado', error: null };
    // Stripe repeats a server error for the same key, so going on takes another payment. Nobody has seen this page.
    if (isServerError(error)) return { ended: 'fallido', error };
    throw error;
  }
}

/** The page of a card payment while it is open, or what has become of it. */
export async function findCardPage({ reference }: { reference: string }): Promise<{ url: string } | PageEnd> {
  const session = await findSession(reference);
  if (session?.status === 'open' && session.url) return { url: session.url };
  return session && endOf(session);
}

/** Closes the page of a card payment. One that was paid a moment before says so. */
export async function closeCardPage(reference: string): Promise<PageEnd> {
  const session = await closeSession(reference);
  return session && endOf(session);
}

/** What has become of a card payment. What a slow method pays for is kept meanwhile. */
export async function lookUpCard(reference: string): Promise<LookUp> {
  const session = await findSession(reference);
  if (!session) return 'unknown';
  if (isOnItsWay(session)) await holdPayment('stripe', reference);
  return sessionEvent(session) ?? (session.status === 'open' ? 'unpaid' : 'processing');
}
