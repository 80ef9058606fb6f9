import { displayPrice, leastCardCents } from '@/lib/pricing';
import type { Offer } from './offers';
import type { Product } from './types';

/** A promise below the buy button. */
export type Promised =
  | { kind: 'download' | 'freeDownload' | 'whitelist' | 'byName' | 'updates' | 'secure' }
  /** For a reservation, or an event that is not over; null without a date. */
  | { kind: 'reserved'; date: string | null }
  /** For an event that is over. */
  | { kind: 'over'; date: string };

type Facts = Pick<
  Product,
  'available' | 'inStock' | 'category' | 'downloadable' | 'clubOnly' | 'eventDay' | 'eventOver'
>;

/**
 * The promises of an offer: none if it is unavailable, no download without a file, and no payment by card if it is free
 * or too cheap for one.
 */
export function promisesOf(
  { available, inStock, category, downloadable, clubOnly, eventDay, eventOver }: Facts,
  offer: Pick<Offer, 'priceCents' | 'offerCents' | 'reservation' | 'releaseDate'>,
): Promised[] {
  if (!available || !inStock) return [];
  if (offer.reservation) return [{ kind: 'reserved', date: offer.releaseDate }];
  const over: Promised[] = eventDay && eventOver ? [{ kind: 'over', date: eventDay }] : [];
  if (!downloadable) {
    if (eventOver) return over;
    if (category !== 'evento') return [{ kind: 'byName' }];
    return eventDay ? [{ kind: 'reserved', date: eventDay }, { kind: 'whitelist' }] : [{ kind: 'whitelist' }];
  }
  const cents = clubOnly ? 0 : displayPrice(offer);
  return [
    ...over,
    { kind: cents > 0 ? 'download' : 'freeDownload' },
    { kind: 'updates' },
    ...(cents >= leastCardCents ? [{ kind: 'secure' } as const] : []),
  ];
}
