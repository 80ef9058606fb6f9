import 'server-only';
import { after } from 'next/server';
import { applySubscription } from './apply-subscription';
import { finishClubCancellations } from './cancellations';
import type { ClubState } from './state';

/**
 * Asks Stripe about a subscription and its charges, and makes the account follow. Webhooks, the return page, the
 * buttons and the ten-minute job all call this, in any order: what counts is what Stripe says now, not what an event
 * said. A subscription that has to end is ended after the answer.
 *
 * @param invoice an invoice that an event is about; it is read even if the books have settled it
 * @returns the state that Stripe reported, or null for a subscription that is not one of the Club
 * @throws when Stripe or the database does not answer
 */
export async function refreshSubscription(reference: string, invoice?: string): Promise<ClubState | null> {
  const applied = await applySubscription(reference, invoice);
  if (applied?.isToEnd) after(finishClubCancellations);
  return applied?.state ?? null;
}
