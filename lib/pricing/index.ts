/** A price in euro cents, with the offer if there is one. */
export type Price = { priceCents: number; offerCents: number | null };

/**
 * What a visitor pays, in cents: the offer if it is lower than the price, else the price (docs/behaviour/catalogue.md,
 * "Prices shown").
 */
export const displayPrice = ({ priceCents, offerCents }: Price): number =>
  offerCents !== null && offerCents < priceCents ? offerCents : priceCents;

/** What a Club member pays, rounded half up to the cent (docs/payments.md, "Quote"). Euro cents. */
export const clubPrice = (price: Price, discountPercent = 30): number =>
  Math.round((displayPrice(price) * (100 - discountPercent)) / 100);

/** The discount of an offer in whole percent, `round(100 - offer * 100 / price)`, or 0. */
export function discountPercent({ priceCents, offerCents }: Price): number {
  if (offerCents === null || offerCents >= priceCents) return 0;
  return Math.round(100 - (offerCents * 100) / priceCents);
}
