import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';

const storageKey = (recipient: string) => `gift:${recipient}`;

/**
 * What was typed in this tab for a gift to somebody and not paid for, by their username; null if nothing was. A day that
 * cannot be chosen any more is left out.
 */
export function readWish(recipient: string, { firstDay, lastDay }: GiftForm): GiftWish | null {
  const kept = readStoredJson(storageKey(recipient), 'session') as Partial<Record<keyof GiftWish, unknown>> | null;
  if (typeof kept?.message !== 'string' || typeof kept.day !== 'string') return null;
  return { message: kept.message, day: kept.day >= firstDay && kept.day <= lastDay ? kept.day : '' };
}

/** Keeps it as long as the tab is open; null forgets it. */
export const keepWish = (recipient: string, wish: GiftWish | null): void =>
  storeJson(storageKey(recipient), wish, 'session');
