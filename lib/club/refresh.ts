import 'server-only';
import { after } from 'next/server';
import { applySubscription } from './apply-subscription';
import { finishClubCancellations } from './cancellations';
import type { ClubState } from './state';

/**
 * Reads a subscription and its charges from Stripe, and updates the account. Webhooks, return page, buttons and job
 * call it in any order: Stripe's current state counts, not the event. A subscription that must end is ended after the
 * response.
 *
 * @param invoice an invoice that an event is about; it is read even if it is settled
 * @returns Stripe's state, or null for a subscription that is not of the Club
 * @throws if Stripe or the database does not answer
 */
export async function refreshSubscription(reference: string, invoice?: string): Promise<ClubState | null> {
  const applied = await applySubscription(reference, invoice);
  if (applied?.isToEnd) after(finishClubCancellations);
  return applied?.state ?? null;
}
