import { displayPrice } from '@/lib/pricing';
import type { Offer } from './offers';
import type { Product } from './types';

/** What is promised below the button that buys an offer. */
export type Promised =
  | { kind: 'download' | 'freeDownload' | 'whitelist' | 'updates' | 'secure' }
  /** Of a reservation; null without a day. */
  | { kind: 'reserved'; date: string | null };

type Facts = Pick<Product, 'available' | 'inStock' | 'downloadable' | 'clubOnly'>;

/**
 * What somebody gets who takes an offer now: nothing of what cannot be had, no download of what has none yet, and no
 * payment of what costs nothing.
 */
export function promisesOf(
  { available, inStock, downloadable, clubOnly }: Facts,
  offer: Pick<Offer, 'priceCents' | 'offerCents' | 'reservation' | 'releaseDate'>,
): Promised[] {
  if (offer.reservation) return [{ kind: 'reserved', date: offer.releaseDate }];
  if (!available || !inStock) return [];
  if (!downloadable) return [{ kind: 'whitelist' }];
  const isPaid = displayPrice(offer) > 0 && !clubOnly;
  return isPaid
    ? [{ kind: 'download' }, { kind: 'updates' }, { kind: 'secure' }]
    : [{ kind: 'freeDownload' }, { kind: 'updates' }];
}
