import { clubPrice, displayPrice, type Price, partOf } from '.';

/** What the shop's settings say about each sale, in whole percent. */
export type SaleRates = {
  /** The Club's discount. */
  club: number;
  /** The creator's share of what is paid. */
  share: number;
  /** What a payment by PayPal costs more. */
  paypal: number;
};

/** How a product can be sold. `coupon` is one of the creator's own, which their share alone pays for. */
type SaleWay = 'card' | 'club' | 'paypal' | 'coupon';

/** One sale: what the buyer pays, and what of it the creator gets, in euro cents. */
export type Earning = { way: SaleWay; paidCents: number; shareCents: number };

/** A coupon that the list of earnings takes as an example, in whole percent. */
export const exampleCoupon = 10;

/**
 * What a creator gets for a sale at this price, by the ways to pay, as `calcular_presupuesto` and `ingreso_de` book it.
 * Coins earn what a card does, a cent each. Nothing for a price of 0, as nothing is paid.
 */
export function earningsOf(price: Price, { club, share, paypal }: SaleRates): Earning[] {
  const asked = displayPrice(price);
  if (asked === 0) return [];
  const paid = (way: SaleWay, paidCents: number): Earning => ({ way, paidCents, shareCents: partOf(paidCents, share) });
  const ownCoupon = Math.min(asked - partOf(asked, 100 - exampleCoupon), partOf(asked, share));
  return [
    paid('card', asked),
    ...(club > 0 ? [paid('club', clubPrice(price, club))] : []),
    ...(paypal > 0 ? [paid('paypal', asked + partOf(asked, paypal))] : []),
    { way: 'coupon', paidCents: asked - ownCoupon, shareCents: Math.max(0, partOf(asked, share) - ownCoupon) },
  ];
}
