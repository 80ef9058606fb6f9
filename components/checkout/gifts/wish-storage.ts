import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';

const storageKey = (recipient: string) => `gift:${recipient}`;

/**
 * The message and date typed in this tab for an unpaid gift, by the recipient's username; null if there are none. A
 * date that is no longer available is dropped.
 */
export function readWish(recipient: string, { firstDay, lastDay }: GiftForm): GiftWish | null {
  const kept = readStoredJson(storageKey(recipient), 'session') as Partial<Record<keyof GiftWish, unknown>> | null;
  if (typeof kept?.message !== 'string' || typeof kept.day !== 'string') return null;
  return {
    message: kept.message,
    day: kept.day >= firstDay && kept.day <= lastDay ? kept.day : '',
    email: typeof kept.email === 'string' ? kept.email : '',
  };
}

/** Stores them until the tab is closed; null removes them. */
export const keepWish = (recipient: string, wish: GiftWish | null): void =>
  storeJson(storageKey(recipient), wish, 'session');
