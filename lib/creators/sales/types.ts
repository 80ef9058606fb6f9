import type { SaleSource } from '@/lib/catalog/sale-source';

/** States of a sale. `retenida`: too recent for a withdrawal. */
export const saleStates = ['retenida', 'disponible', 'en_disputa', 'reembolsada', 'reembolsada_en_parte'] as const;
type SaleState = (typeof saleStates)[number];

/** Discounts of a sale. */
export const saleDiscounts = ['oferta', 'club', 'cupon', 'ninguno'] as const;
type SaleDiscount = (typeof saleDiscounts)[number];

/** A sale, in cents. Discounts are negative; `paidCents` is their sum with the list price. */
export type Sale = {
  id: number;
  /** The order's id identifies the sale without its buyer. */
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
  /** Credit for an owned edition, in cents; 0 or less. */
  upgradeCents: number;
  surchargeCents: number;
  paidCents: number;
  /** The creator's part of what was paid, in percent. */
  percent: number | null;
  shareCents: number;
  /** The share before the creator's own coupon. */
  fullShareCents: number;
  /** The share after refunds and disputes. */
  netCents: number;
  /** What disputes hold or have taken of the share; 0 or less. */
  disputeCents: number;
  heldUntil: string;
  state: SaleState;
};

export type SaleTotals = { count: number; paidCents: number; shareCents: number; netCents: number };

/** Sales of one source, in cents; a source of null is unknown. */
export type SoldBy = {
  source: SaleSource | null;
  tag: string | null;
  count: number;
  paidCents: number;
  netCents: number;
};

/** Cursor of a page of sales. The time has microseconds. */
export type SaleCursor = { at: string; id: number };

/** Filters of the list. Days are days in Spain, `YYYY-MM-DD`, inclusive. */
export type SaleFilter = {
  product: string | null;
  state: SaleState | null;
  discount: SaleDiscount | null;
  from: string | null;
  to: string | null;
};

/** A sale with its movements and their reasons. */
export type SaleDetail = {
  sale: Sale;
  source: SaleSource | null;
  /** The tag of the creator's link. */
  tag: string | null;
  movements: Array<{
    id: number;
    cents: number;
    concept: 'venta' | 'reembolso' | 'disputa' | 'disputa_ganada';
    at: string;
  }>;
  refunds: Array<{ id: string; at: string; reason: string | null }>;
  disputes: Array<{ id: string; at: string; phase: 'abierta' | 'sin_decidir' | 'perdida' | 'ganada' }>;
};
