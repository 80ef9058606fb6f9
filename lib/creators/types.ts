import type { ProductStatus } from '@/lib/catalog/types';

export type CreatorProduct = {
  id: string;
  slug: string;
  name: string;
  status: ProductStatus;
  coverUrl: string;
  coverBlur: string | null;
  views: number;
  orders: number;
  revenueCents: number;
  recentViews: number;
  recentOrders: number;
  recentRevenueCents: number;
  /** On sale, with a waiting revision. */
  hasPendingChange: boolean;
  /** A moderator has requested changes and waits for an answer. */
  hasChangesAsked: boolean;
};

export type CreatorDay = { day: string; views: number; orders: number; revenueCents: number };

/** The largest sources of visitors, and all views. A null source: direct or unknown. */
export type VisitSources = { total: number; top: Array<{ source: string | null; views: number }> };

export type CreatorPanel = {
  products: CreatorProduct[];
  days: CreatorDay[];
  /** True with any product, even if all are archived. */
  hasPublished: boolean;
  /** True with a product that is not archived. */
  hasProducts: boolean;
  /** The number of products in the requested state, on all pages. */
  found: number;
  /** Of all products that are not archived, in total. */
  views: number;
  orders: number;
};

/** The minimum withdrawal (docs/behaviour/creators.md, "Withdrawal"). */
export const leastWithdrawalCents = 500;

/** A creator's money in cents: available, held, and in payouts. */
export type CreatorBalance = {
  totalCents: number;
  heldCents: number;
  availableCents: number;
  reservedCents: number;
  paidCents: number;
  /** A debt that the next sales pay first: payouts exceed the income. */
  debtCents: number;
  /** Shares of disputed sales, returned if the dispute is won. */
  disputedCents: number;
  nextAt: string | null;
  holdingDays: number;
};

export const withdrawalStates = ['solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido', 'cancelado'] as const;
/** PayPal's reasons to wait: the receiver, or a review. */
export const payoutWaits = ['sin_reclamar', 'retenido'] as const;
type WithdrawalState = (typeof withdrawalStates)[number];

export type Withdrawal = {
  id: string;
  amountCents: number;
  paypalEmail: string;
  state: WithdrawalState;
  reason: string | null;
  createdAt: string;
  paidAt: string | null;
  wait: (typeof payoutWaits)[number] | null;
  /** Date of PayPal's return of an unclaimed payout. */
  waitUntil: string | null;
};

/** Causes of balance changes. */
export const movementConcepts = ['venta', 'reembolso', 'retiro', 'retiro_devuelto', 'ajuste'] as const;
/** Labels of movements: dispute holds and their returns have their own. */
export const movementWords = [...movementConcepts, 'disputa', 'disputa_ganada'] as const;

export type Movement = {
  id: number;
  cents: number;
  concept: (typeof movementWords)[number];
  createdAt: string;
  orderId: string | null;
  product: string | null;
  withdrawalId: string | null;
};

/** Opening and closing balance of a span in cents; a negative one is a debt. */
export type StatementBalance = { openingCents: number; closingCents: number };
