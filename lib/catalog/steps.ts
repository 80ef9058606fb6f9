import { displayPrice } from '@/lib/pricing';
import type { BuyOffer, Offer } from './offers';
import type { Product } from './types';

/** The person's facts for the buy buttons; null for a guest, and while unknown. */
export type Buyer = {
  club: boolean;
  isDisabled: boolean;
  owned: Array<{ orderId: string; productId: string; editionId: string | null; isLent: boolean }>;
} | null;

/** The main button (docs/behaviour/catalogue.md, "Product page"). */
export type MainStep =
  | { kind: 'owned'; orderId: string }
  | { kind: 'ownedHigher'; orderId: string; name: string | null }
  | { kind: 'unavailable' | 'outOfStock' | 'disabled' | 'join' | 'claimWithClub' | 'claim' | 'reserve' | 'buy' };

/**
 * The secondary button: `enter` for a member who is not signed in, `keep` buys the product that the Club lends,
 * `openLent` opens the lent copy.
 */
export type OtherStep = { kind: 'enter' | 'keep' } | { kind: 'openLent'; orderId: string };

/** The label of a purchase, which depends only on the offer. */
export const purchaseKind = (offer: BuyOffer): 'claim' | 'reserve' | 'buy' =>
  displayPrice(offer) === 0 ? 'claim' : offer.reservation ? 'reserve' : 'buy';

/**
 * The buttons of an offer for a person. There is at most one way to claim without paying.
 *
 * @param others the other offers of the product: the owner of a higher one needs none below it
 */
export function stepsOf(
  product: Pick<Product, 'id' | 'clubOnly' | 'available' | 'inStock'>,
  offer: BuyOffer,
  buyer: Buyer,
  others: ReadonlyArray<Pick<Offer, 'editionId' | 'name' | 'priceCents'>>,
): { main: MainStep; other: OtherStep | null } {
  const ofProduct = buyer?.owned.filter(({ productId }) => productId === product.id) ?? [];
  const owned = ofProduct.filter(({ editionId }) => editionId === offer.editionId);
  const own = owned.find(({ isLent }) => !isLent);
  if (own) return { main: { kind: 'owned', orderId: own.orderId }, other: null };
  const higher = others.filter(({ priceCents }) => priceCents > offer.priceCents);
  const above = ofProduct.find(({ isLent, editionId }) => !isLent && higher.some((one) => one.editionId === editionId));
  if (above) {
    const name = higher.find(({ editionId }) => editionId === above.editionId)?.name ?? null;
    return { main: { kind: 'ownedHigher', orderId: above.orderId, name }, other: null };
  }
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
