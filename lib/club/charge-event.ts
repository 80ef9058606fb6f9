import 'server-only';
import type Stripe from 'stripe';
import { findInvoiceOfIntent } from './charges';
import { refreshSubscription } from './refresh';

/** The payment intent whose money moved, for events about refunds and disputes; null for all others. */
export function movedIntentOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { payment_intent: intent } = event.data.object;
      return typeof intent === 'string' ? intent : (intent?.id ?? null);
    }
    default:
      return null;
  }
}

/**
 * Handles an event about a refund or a dispute if its charge belongs to the Club: asks Stripe for the current state and
 * updates the membership.
 *
 * @returns the member's state for the log, or null when the event is about something else
 * @throws when Stripe or the database does not answer
 */
export async function takeClubChargeEvent(event: Stripe.Event): Promise<string | null> {
  const intent = movedIntentOf(event);
  const found = intent && (await findInvoiceOfIntent(intent));
  if (!found) return null;
  const membership = await refreshSubscription(found.subscription, found.invoice);
  return membership ? `club ${membership.state}` : null;
}
