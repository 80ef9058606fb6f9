import 'server-only';
import { findInvoiceOfIntent } from './charges';
import { refreshSubscription } from './refresh';

/**
 * Handles an event about a refund or a dispute if its charge belongs to the Club: asks Stripe for the current state and
 * updates the membership.
 *
 * @param intent the payment intent whose money moved
 * @returns the member's state for the log, or null when the charge is about something else
 * @throws when Stripe or the database does not answer
 */
export async function takeClubCharge(intent: string): Promise<string | null> {
  const found = await findInvoiceOfIntent(intent);
  if (!found) return null;
  const membership = await refreshSubscription(found.subscription, found.invoice);
  return membership ? `club ${membership.state}` : null;
}
