import type { Provider } from './methods';
import type { DisputePhase, MadeRefundState, PaymentState } from './states';

/** A row of `pagos`, as functions of the database return it. */
export type Payment = {
  id: string;
  userId: string;
  /** True if it is a gift. */
  isGift: boolean;
  state: PaymentState;
  provider: Provider;
  reference: string | null;
  totalCents: number;
  expiresAt: Date;
  name: string;
  edition: string | null;
  /** True if it buys UnCoins, so that it has a balance instead of an order. */
  isRecharge: boolean;
  orderIds: string[];
  /** True if the call that returned this row delivered it. */
  deliveredNow: boolean;
};

/** A refund as its provider reports it. */
export type RefundFact = {
  id: string;
  /** The shop's refund order; null for a refund made at the provider. */
  ownId: string | null;
  state: MadeRefundState;
  cents: number;
  /** A text for the buyer. */
  reason: string | null;
  /** The provider's reason of a failure. */
  problem: string | null;
  createdAt: Date;
};

/** A dispute as its provider reports it. */
export type DisputeFact = {
  id: string;
  phase: DisputePhase;
  cents: number;
  reason: string | null;
  dueAt: Date | null;
  openedAt: Date;
  /** Increases with each change at the provider, to detect outdated readings. */
  version: number;
};

export type Reversals = { refunds: RefundFact[]; disputes: DisputeFact[] };

export type ReversalEvent = Extract<PaymentEvent, { kind: 'reversals' }>;

type Reference = {
  provider: Provider;
  reference: string;
  paymentId: string | null;
  /** The provider's event, for the log; undefined if the shop asked. */
  eventId?: string;
};

/** An event of any provider in the shop's form. `paymentId` finds a payment whose reference was never recorded. */
export type PaymentEvent =
  /** `confirmedAt` is the provider's time, if available. */
  | (Reference & { kind: 'paid'; amountCents: number; currency: string; confirmedAt?: Date })
  /** `declines`: the number of declined charges before this one; omitted if there was only one charge. */
  | (Reference & { kind: 'closed'; state: 'fallido' | 'caducado'; declines?: number })
  /** The current state of refunds and disputes. Those that are not listed do not change. */
  | (Reference & { kind: 'reversals' } & Reversals);

/**
 * A provider's answer about a payment: its final result, or its current state. `review`: the amount differs, so nothing
 * is charged and an admin must check. `declined`: the charge was declined, and no new approval of the buyer is known.
 */
export type LookUp = PaymentEvent | 'unpaid' | 'processing' | 'unknown' | 'review' | 'declined';

/**
 * The database's reasons to refuse an event: unknown payment, needs a person, or cannot be delivered and is refunded.
 */
export type PaymentRefusal =
  | 'pago_no_existe'
  | 'importe_no_coincide'
  | 'ya_lo_tienes'
  | 'ya_pagado'
  | 'no_entregable'
  | 'fallo';
