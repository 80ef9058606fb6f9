import { displayPrice } from '@/lib/pricing';
import type { BuyOffer } from './offers';
import type { Product } from './types';

/** What the page has to know of a person; null: a guest, or somebody whom the page does not know yet. */
export type Buyer = {
  club: boolean;
  isDisabled: boolean;
  owned: Array<{ orderId: string; productId: string; editionId: string | null; isLent: boolean }>;
} | null;

/** What the large button does (docs/behaviour/catalogue.md, "Product page"). */
export type MainStep =
  | { kind: 'owned'; orderId: string }
  | { kind: 'unavailable' | 'outOfStock' | 'disabled' | 'join' | 'claimWithClub' | 'claim' | 'reserve' | 'buy' };

/**
 * The button beside the gift: `enter` is for a member who is not signed in, `keep` buys what the Club would lend, and
 * `openLent` opens the lent copy.
 */
export type OtherStep = { kind: 'enter' | 'keep' } | { kind: 'openLent'; orderId: string };

/** The label of a purchase, which depends on what is sold alone. */
export const purchaseKind = (offer: BuyOffer): 'claim' | 'reserve' | 'buy' =>
  displayPrice(offer) === 0 ? 'claim' : offer.reservation ? 'reserve' : 'buy';

/** What a person can do with an offer. Of claiming without paying there is one way at most. */
export function stepsOf(
  product: Pick<Product, 'id' | 'clubOnly' | 'available' | 'inStock'>,
  offer: BuyOffer,
  buyer: Buyer,
): { main: MainStep; other: OtherStep | null } {
  const owned =
    buyer?.owned.filter(({ productId, editionId }) => productId === product.id && editionId === offer.editionId) ?? [];
  const own = owned.find(({ isLent }) => !isLent);
  if (own) return { main: { kind: 'owned', orderId: own.orderId }, other: null };
  const lent = owned[0];
  const openLent: OtherStep | null = lent ? { kind: 'openLent', orderId: lent.orderId } : null;
  if (!product.available) return { main: { kind: 'unavailable' }, other: openLent };
  if (!product.inStock) return { main: { kind: 'outOfStock' }, other: openLent };
  if (buyer?.isDisabled) return { main: { kind: 'disabled' }, other: openLent };
  if (product.clubOnly && !buyer?.club) return { main: { kind: 'join' }, other: buyer ? openLent : { kind: 'enter' } };
  const isClaimable = product.clubOnly && offer.editionId === null && !lent && displayPrice(offer) > 0;
  if (isClaimable) return { main: { kind: 'claimWithClub' }, other: { kind: 'keep' } };
  return { main: { kind: purchaseKind(offer) }, other: openLent };
}
