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
  /** It is on sale, and a revision of it waits for a moderator. */
  hasPendingChange: boolean;
  /** A moderator has asked for changes, and waits for an answer. */
  hasChangesAsked: boolean;
};

export type CreatorDay = { day: string; views: number; orders: number; revenueCents: number };

/** Where visitors came from: the sources that brought most, and all views. A null source: directly, or not known. */
export type VisitSources = { total: number; top: Array<{ source: string | null; views: number }> };

export type CreatorPanel = {
  products: CreatorProduct[];
  days: CreatorDay[];
  hasProducts: boolean;
  /** How many products there are in the state that was asked for, on all pages. */
  found: number;
  /** Of all products, ever. */
  views: number;
  orders: number;
};

/** The least that can be withdrawn (docs/behaviour/creators.md, "Withdrawal"). */
export const leastWithdrawalCents = 500;

/** A creator's money in cents: what can be withdrawn, what is too recent for it, and what is being paid out. */
export type CreatorBalance = {
  totalCents: number;
  heldCents: number;
  availableCents: number;
  reservedCents: number;
  paidCents: number;
  /**
   * The debt that the next sales pay off before anything can be withdrawn: more was paid out than earned in the end.
   */
  debtCents: number;
  /** Shares of sales in dispute: held for now, and returned if the shop wins. */
  disputedCents: number;
  nextAt: string | null;
  holdingDays: number;
};

export const withdrawalStates = ['solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido'] as const;
/** What a payout waits for at PayPal: that its receiver claims it, or a check. */
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
  /** When PayPal sends it back, if it still waits then. */
  waitUntil: string | null;
};

/** What changes a creator's balance. */
export const movementConcepts = ['venta', 'reembolso', 'retiro', 'retiro_devuelto', 'ajuste'] as const;
/** What a movement is called: what a dispute holds, and what a won one gives back, have words of their own. */
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

/** What a creator had when a span of time began and when it ended, in cents; below zero it is a debt. */
export type StatementBalance = { openingCents: number; closingCents: number };
