import 'server-only';
import { findInvoiceOfIntent } from './charges';
import { refreshSubscription } from './refresh';

/**
 * Handles an event about a refund or dispute of a Club charge: reads the current state from Stripe and updates the
 * membership.
 *
 * @param intent the payment intent of the event
 * @returns the member's state for the log, or null if it is not a charge of the Club
 * @throws if Stripe or the database does not answer
 */
export async function takeClubCharge(intent: string): Promise<string | null> {
  const found = await findInvoiceOfIntent(intent);
  if (!found) return null;
  const membership = await refreshSubscription(found.subscription, found.invoice);
  return membership ? `club ${membership.state}` : null;
}
