import { clubPrice, displayPrice, leastCardCents, type Price, partOf } from '.';

/** Rates of a sale from the settings of the shop, in whole percent, and the price of the Club. */
export type SaleRates = {
  /** The Club's discount. */
  club: number;
  /** The price of a month of the Club, in cents. */
  join: number;
  /** The creator's share of what is paid. */
  share: number;
  /** Surcharge of PayPal. */
  paypal: number;
};

/** Kinds of sale. `coupon` is one of the creator's own, which reduces their share only. */
type SaleWay = 'card' | 'club' | 'paypal' | 'coupon';

/** One sale: the buyer's price and the creator's share of it, in euro cents. */
export type Earning = { way: SaleWay; paidCents: number; shareCents: number };

/** The example coupon in the list of earnings, in whole percent. */
export const exampleCoupon = 10;

/**
 * Calculates a sale with a coupon of the shop, which takes the same part from the creator and from the shop
 * (docs/payments.md, "Coupons of the shop").
 *
 * @param priceCents the price before the coupon
 * @param coupon one of percentage and amount
 * @param share the creator's share in percent
 */
export function shopCouponSale(
  priceCents: number,
  coupon: { percent: number | null; cents: number | null },
  share: number,
) {
  const off = coupon.cents ?? priceCents - partOf(priceCents, 100 - (coupon.percent ?? 0));
  const rest = coupon.percent === 100 ? 0 : leastCardCents;
  const paidCents = priceCents - Math.min(off, Math.max(0, priceCents - rest));
  const shareCents = partOf(paidCents, share);
  return { paidCents, shareCents, shopCents: paidCents - shareCents };
}

/**
 * Calculates a creator's share of a sale at this price by kind of sale, as `calcular_presupuesto` and `ingreso_de` do.
 * Coins earn the same as a card, one cent each. Nothing for a price of 0, as nothing is paid.
 */
export function earningsOf(price: Price, { club, share, paypal }: Omit<SaleRates, 'join'>): Earning[] {
  const asked = displayPrice(price);
  if (asked === 0) return [];
  const paid = (way: SaleWay, paidCents: number): Earning => ({ way, paidCents, shareCents: partOf(paidCents, share) });
  const whole = partOf(asked, share);
  const ownCoupon = Math.min(asked - partOf(asked, 100 - exampleCoupon), whole);
  return [
    paid('card', asked),
    ...(club > 0 ? [paid('club', clubPrice(price, club))] : []),
    ...(paypal > 0 ? [paid('paypal', asked + partOf(asked, paypal))] : []),
    { way: 'coupon', paidCents: asked - ownCoupon, shareCents: whole - ownCoupon },
  ];
}
