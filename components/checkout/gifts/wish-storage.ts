import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';

const storageKey = (recipient: string) => `gift:${recipient}`;

/** Input for a gift, and the id of the giver: the next person in this tab does not see it. */
type Kept = GiftWish & Pick<GiftForm, 'giver'>;

/**
 * The giver's input in this tab for an unpaid gift, by the recipient's username; null if there is none. A date that is no
 * longer available is dropped.
 */
export function readWish(recipient: string, { giver, firstDay, lastDay }: GiftForm): GiftWish | null {
  const kept = readStoredJson(storageKey(recipient), 'session') as Partial<Record<keyof Kept, unknown>> | null;
  if (kept?.giver !== giver || typeof kept.message !== 'string' || typeof kept.day !== 'string') return null;
  return {
    message: kept.message,
    day: kept.day >= firstDay && kept.day <= lastDay ? kept.day : '',
    email: typeof kept.email === 'string' ? kept.email : '',
  };
}

/** Stores input until the tab is closed; null removes it. */
export const keepWish = (recipient: string, kept: Kept | null): void =>
  storeJson(storageKey(recipient), kept, 'session');
