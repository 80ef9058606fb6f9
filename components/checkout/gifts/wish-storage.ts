import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';

const storageKey = (goods: string) => `gift:${goods}`;

/** Input for a gift, and the id of the giver: the next person in this tab does not see it. */
type Kept = GiftWish & Pick<GiftForm, 'giver'>;

/**
 * The giver's input in this tab for an unpaid gift; null if there is none. A date that is no longer available is dropped.
 *
 * @param goods the gift and its recipient (`goodsOf`)
 */
export function readWish(goods: string, { giver, firstDay, lastDay }: GiftForm): GiftWish | null {
  const kept = readStoredJson(storageKey(goods), 'session') as Partial<Record<keyof Kept, unknown>> | null;
  if (kept?.giver !== giver || typeof kept.message !== 'string' || typeof kept.day !== 'string') return null;
  return {
    message: kept.message,
    day: kept.day >= firstDay && kept.day <= lastDay ? kept.day : '',
    email: typeof kept.email === 'string' ? kept.email : '',
  };
}

/** Stores input until the tab is closed; null removes it. */
export const keepWish = (goods: string, kept: Kept | null): void => storeJson(storageKey(goods), kept, 'session');
