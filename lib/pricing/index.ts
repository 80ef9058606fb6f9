/**
 * A price in euro cents, with the offer if there is one. `lowestCents`: the lowest price of the 30 days before the
 * offer, if it is known.
 */
export type Price = { priceCents: number; offerCents: number | null; lowestCents?: number | null | undefined };

/** The Club beside a price: its discount in whole percent, and the price of a month in cents. */
export type ClubOffer = { percent: number; joinCents: number };

/** The part of the Club that a price shows: only products for members show the price of a month. */
export const clubBeside = ({ percent, joinCents }: ClubOffer, clubOnly: boolean) => ({
  clubPercent: percent,
  ...(clubOnly && { joinCents }),
});

/**
 * The price for a visitor, in cents: the offer if it is lower, else the price (docs/behaviour/catalogue.md, "Prices
 * shown").
 */
export const displayPrice = ({ priceCents, offerCents }: Price): number =>
  Math.min(priceCents, offerCents ?? priceCents);

/** Stripe's minimum charge, in cents; a coupon of the shop leaves at least this to pay, unless it is of 100 %. */
export const leastCardCents = 50;

/** A percentage of cents, rounded half up as in `parte_porcentual`. */
export const partOf = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100);

/**
 * The price for a Club member, in cents: the visitor's price minus the Club's discount, rounded half up, as in
 * `calcular_presupuesto`.
 *
 * @param clubPercent the Club's discount in whole percent, from `getClubPercent`
 */
export const clubPrice = (price: Price, clubPercent: number): number => partOf(displayPrice(price), 100 - clubPercent);

/** The discount of an offer in whole percent, as in `porcentaje_rebajado`: 0 without one, 100 only for a price of 0. */
export function discountPercent({ priceCents, offerCents }: Price): number {
  if (offerCents === null || offerCents >= priceCents) return 0;
  const percent = Math.max(1, Math.round(100 - (offerCents * 100) / priceCents));
  return offerCents > 0 ? Math.min(99, percent) : percent;
}

/** The price that may be struck, in cents: one that was really asked, so during an offer at most the lowest of 30 days. */
const struckPrice = ({ priceCents, offerCents, lowestCents }: Price): number =>
  offerCents !== null && offerCents < priceCents ? Math.min(priceCents, lowestCents ?? priceCents) : priceCents;

/**
 * The price of a bundle for somebody without its products, in cents: never more than the sum of its parts today, as in
 * `calcular_pack`. `apartCents` is that sum; `savedCents` is the saving of the same person.
 *
 * @param clubPercent the Club's discount in whole percent; 0 for a visitor
 */
export function bundlePrice(bundle: Price, parts: readonly Price[], clubPercent: number) {
  const sum = (pay: (price: Price) => number) => parts.reduce((total, part) => total + pay(part), 0);
  const apartCents = sum(displayPrice);
  const asked = { priceCents: Math.min(displayPrice(bundle), apartCents), offerCents: null };
  const byParts = sum((part) => clubPrice(part, clubPercent));
  const cents = Math.min(clubPrice(asked, clubPercent), byParts);
  // A cent of rounding is not a saving.
  return { apartCents, cents, savedCents: asked.priceCents < apartCents ? byParts - cents : 0 };
}

/**
 * The price of an edition for the owner of lower ones, in cents: the price today of the most expensive of them is
 * deducted before the Club's discount, as in `calcular_presupuesto`.
 *
 * @param owned the owned editions; those that are not cheaper by their price are ignored
 * @param clubPercent the Club's discount in whole percent; 0 for a visitor
 * @returns the price; the deduction, 0 if it is not an upgrade; and how much less this person pays than otherwise
 */
export function upgradePrice(wanted: Price, owned: readonly Price[], clubPercent: number) {
  const below = owned.filter(({ priceCents }) => priceCents < wanted.priceCents).map(displayPrice);
  const creditCents = Math.min(Math.max(0, ...below), displayPrice(wanted));
  const left = { priceCents: displayPrice(wanted) - creditCents, offerCents: null };
  const cents = clubPrice(left, clubPercent);
  return { cents, creditCents, savedCents: clubPrice(wanted, clubPercent) - cents };
}

/** The price of a product or edition for one person, in euro cents. */
export type PersonalPrice =
  | { kind: 'free' }
  /** `beforeCents`: the struck price, with the discount in whole percent; null and 0 without a discount. */
  | { kind: 'amount'; cents: number; beforeCents: number | null; percent: number }
  /** For members only, and this person is not one. */
  | { kind: 'join' }
  /** Lent by the Club; `cents` is the price to keep it. */
  | { kind: 'included'; cents: number };

type Terms = {
  /** The Club's discount in whole percent, from `getClubPercent`. */
  clubPercent: number;
  clubOnly: boolean;
  /** The Club lends products, not editions. */
  isEdition: boolean;
};

/** The price shown to a person: for visitors or for members. */
export function personalPrice(
  price: Price,
  { clubPercent, clubOnly, isEdition }: Terms,
  isMember: boolean,
): PersonalPrice {
  if (clubOnly && !isMember) return { kind: 'join' };
  const cents = isMember ? clubPrice(price, clubPercent) : displayPrice(price);
  if (cents === 0) return { kind: 'free' };
  if (clubOnly && !isEdition) return { kind: 'included', cents };
  const beforeCents = struckPrice(price);
  const percent = discountPercent({ priceCents: beforeCents, offerCents: cents });
  return { kind: 'amount', cents, beforeCents: cents < beforeCents ? beforeCents : null, percent };
}
