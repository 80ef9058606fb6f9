/** A price in euro cents, with the offer if there is one. */
export type Price = { priceCents: number; offerCents: number | null };

/**
 * What a visitor pays, in cents: the offer if it is lower than the price, else the price (docs/behaviour/catalogue.md,
 * "Prices shown").
 */
export const displayPrice = ({ priceCents, offerCents }: Price): number =>
  offerCents !== null && offerCents < priceCents ? offerCents : priceCents;

/**
 * What a Club member pays: the Club's discount comes off what a visitor pays, rounded half up, as `calcular_presupuesto`
 * does it in the database. Euro cents.
 *
 * @param clubPercent the Club's discount in whole percent, from `getClubPercent`
 */
export const clubPrice = (price: Price, clubPercent: number): number =>
  Math.floor((displayPrice(price) * (100 - clubPercent) + 50) / 100);

/** The discount of an offer in whole percent, `round(100 - offer * 100 / price)`, or 0. */
export function discountPercent({ priceCents, offerCents }: Price): number {
  if (offerCents === null || offerCents >= priceCents) return 0;
  return Math.round(100 - (offerCents * 100) / priceCents);
}

/**
 * What a bundle costs somebody who has none of its products, in cents: its price, and never more than its parts today,
 * as `calcular_pack` works it out. `apartCents` is what the parts cost apart today, the one price that it saves from.
 *
 * @param clubPercent the Club's discount in whole percent; 0 for a visitor
 */
export function bundlePrice(bundle: Price, parts: readonly Price[], clubPercent: number) {
  const sum = (pay: (price: Price) => number) => parts.reduce((total, part) => total + pay(part), 0);
  const apartCents = sum(displayPrice);
  const asked = { priceCents: Math.min(displayPrice(bundle), apartCents), offerCents: null };
  const byParts = sum((part) => clubPrice(part, clubPercent));
  return { apartCents, cents: Math.min(clubPrice(asked, clubPercent), byParts) };
}

/** What a product or an edition costs one person, in cents of a euro. */
export type PersonalPrice =
  | { kind: 'free' }
  /** `beforeCents` is struck beside it, with the discount in whole percent; null and 0 without a discount. */
  | { kind: 'amount'; cents: number; beforeCents: number | null; percent: number }
  /** Only members of the Club can have it, and this person is none. */
  | { kind: 'join' }
  /** The Club lends it; `cents` is what keeping it costs. */
  | { kind: 'included'; cents: number };

type Terms = {
  /** The Club's discount in whole percent, from `getClubPercent`. */
  clubPercent: number;
  clubOnly: boolean;
  /** The Club lends products, and no editions. */
  isEdition: boolean;
};

/** The one price that a person sees: a visitor what visitors pay, a member what members pay. */
export function personalPrice(
  price: Price,
  { clubPercent, clubOnly, isEdition }: Terms,
  isMember: boolean,
): PersonalPrice {
  if (clubOnly && !isMember) return { kind: 'join' };
  const cents = isMember ? clubPrice(price, clubPercent) : displayPrice(price);
  if (cents === 0) return { kind: 'free' };
  if (clubOnly && !isEdition) return { kind: 'included', cents };
  const percent = discountPercent({ priceCents: price.priceCents, offerCents: cents });
  return { kind: 'amount', cents, beforeCents: cents < price.priceCents ? price.priceCents : null, percent };
}
