/** What became of a sale. `retenida`: its share is too young to be withdrawn. */
export const saleStates = ['retenida', 'disponible', 'en_disputa', 'reembolsada', 'reembolsada_en_parte'] as const;
type SaleState = (typeof saleStates)[number];

/** What made a sale cheaper. */
export const saleDiscounts = ['oferta', 'club', 'cupon', 'ninguno'] as const;
type SaleDiscount = (typeof saleDiscounts)[number];

/** A sale of a creator, in cents. Reductions are below zero; `paidCents` is what they and the list price add up to. */
export type Sale = {
  id: number;
  /** Of the order: it says which sale it is, and not whose. */
  orderId: string;
  at: string;
  productId: string | null;
  name: string;
  slug: string | null;
  edition: string | null;
  bundle: string | null;
  isGift: boolean;
  method: 'tarjeta' | 'paypal' | 'uncoins' | 'gratis';
  listCents: number;
  offerCents: number;
  clubCents: number;
  couponCents: number;
  surchargeCents: number;
  paidCents: number;
  /** The creator's part of what was paid, in percent. */
  percent: number | null;
  shareCents: number;
  /** The share before a coupon of the creator's own was paid out of it. */
  fullShareCents: number;
  /** What of the share is left after refunds and disputes. */
  netCents: number;
  heldUntil: string;
  state: SaleState;
};

export type SaleTotals = { count: number; paidCents: number; shareCents: number; netCents: number };

/** Where a page of sales begins: after this one. The time is as the database wrote it, to the microsecond. */
export type SaleCursor = { at: string; id: number };

/** What narrows the list of sales. Days are days in Spain, `YYYY-MM-DD`, both of them included. */
export type SaleFilter = {
  product: string | null;
  state: SaleState | null;
  discount: SaleDiscount | null;
  from: string | null;
  to: string | null;
};

/** A sale with what it has moved in the balance, and why. */
export type SaleDetail = {
  sale: Sale;
  movements: Array<{
    id: number;
    cents: number;
    concept: 'venta' | 'reembolso' | 'disputa' | 'disputa_ganada';
    at: string;
  }>;
  refunds: Array<{ id: string; at: string; reason: string | null }>;
  disputes: Array<{ id: string; at: string; phase: 'abierta' | 'sin_decidir' | 'perdida' | 'ganada' }>;
};
