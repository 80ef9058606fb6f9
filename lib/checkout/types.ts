import { type OfferedMethod, surcharges } from '@/lib/payments/methods';

/** The goods of a purchase: a product, with or without an edition, or a bundle. Slugs and ids only, never a price. */
export type Selection =
  | { producto: string; edicion: string | null; bundle: null }
  | { producto: null; edicion: null; bundle: string };

/** A selection with its coupon and, for a gift, the recipient's username. */
export type Basket = { selection: Selection; coupon: string | null; recipient: string | null };

/** The recipient of a gift. */
export type Recipient = { id: string; displayName: string; username: string; avatarUrl: string };

/** A product of a bundle. */
type BasketContent = { slug: string; name: string; coverUrl: string; coverBlur: string | null };

/** The product or bundle of a selection, as cart and checkout show it. */
export type BasketItem = {
  productId: string | null;
  slug: string | null;
  name: string;
  edition: string | null;
  /** True if it is sold in editions too; the base edition has no name of its own. */
  hasEditions: boolean;
  coverUrl: string | null;
  coverBlur: string | null;
  creator: string | null;
  /** Its page; null without one, and for a bundle, whose products have pages of their own. */
  href: string | null;
  /** True if it is a pack of UnCoins, which has no page and cannot be saved. */
  isPack: boolean;
  /** The products of a bundle. */
  contents: BasketContent[];
  priceCents: number;
  offerCents: number | null;
  /** The release date of a reservation. */
  releaseDate: string | null;
};

/** Subjects of quote lines. */
export const quoteConcepts = [
  // `mejora`: the price of the owned lower edition today.
  ...(['base', 'oferta', 'mejora', 'club', 'cupon'] as const),
  // Of a bundle: the price of its missing parts today, and the discount on it.
  ...(['partes', 'pack'] as const),
  ...surcharges,
];

export type QuoteLine = {
  concept: (typeof quoteConcepts)[number];
  cents: number;
  percent: number | null;
  /** The edition to which a line of an upgrade refers. */
  name: string | null;
  nameEn: string | null;
};

/** The price of a purchase for this buyer, line by line, in euro cents. The total is what will be charged. */
export type Quote = {
  lines: QuoteLine[];
  totalCents: number;
  isReservation: boolean;
  isRecharge: boolean;
  /** The lowest price of the 30 days before an offer, in cents; null without an offer or a history. */
  lowestCents: number | null;
  /** Products of a bundle that its buyer owns; they are neither paid nor given again. */
  owned: string[];
  /** The base of an extension that the buyer does not have; null for a gift. */
  missingBase: { slug: string; name: string; nameEn: string | null } | null;
};

/** The quotes of all methods that the database accepts. */
export type MethodQuotes = Partial<Record<OfferedMethod, Quote>>;
