import type { Provider } from './methods';
import type { DisputePhase, MadeRefundState, PaymentState } from './states';

/** A row of `pagos`, as the database functions describe it. */
export type Payment = {
  id: string;
  userId: string;
  /** Whether it is for somebody else. */
  isGift: boolean;
  state: PaymentState;
  provider: Provider;
  reference: string | null;
  totalCents: number;
  expiresAt: Date;
  name: string;
  edition: string | null;
  /** Whether it buys UnCoins; then there is a balance to show instead of an order. */
  isRecharge: boolean;
  orderIds: string[];
  /** Whether the call that returned this row has delivered it. */
  deliveredNow: boolean;
};

/** A refund as its provider reports it. */
export type RefundFact = {
  id: string;
  /** The order of this shop that it carries out; null for one that was made at the provider. */
  ownId: string | null;
  state: MadeRefundState;
  cents: number;
  reason: string | null;
  /** Why it failed, in the provider's words. */
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
  /** Grows with each change at the provider, so that older readings can be recognised. */
  version: number;
};

export type Reversals = { refunds: RefundFact[]; disputes: DisputeFact[] };

export type ReversalEvent = Extract<PaymentEvent, { kind: 'reversals' }>;

type Reference = {
  provider: Provider;
  reference: string;
  paymentId: string | null;
  /** The provider's event that told it, for the log; none if the shop has asked. */
  eventId?: string;
};

/** An event of any provider in the shop's own form. `paymentId` finds a payment whose reference was never recorded. */
export type PaymentEvent =
  /** `confirmedAt` is the provider's own time, if it gives one. */
  | (Reference & { kind: 'paid'; amountCents: number; currency: string; confirmedAt?: Date })
  /** `declines`: which charge was declined, by how many were before it; not given where there is only one. */
  | (Reference & { kind: 'closed'; state: 'fallido' | 'caducado'; declines?: number })
  /** The current state of refunds and disputes at the provider. Those that are not listed do not change. */
  | (Reference & { kind: 'reversals' } & Reversals);

/**
 * What a provider says about a payment: its final result, or its current state. `review`: the amount differs from ours,
 * so nothing is charged and an admin must check it. `declined`: its charge was declined before, and it is not known that
 * the buyer has approved it again.
 */
export type LookUp = PaymentEvent | 'unpaid' | 'processing' | 'unknown' | 'review' | 'declined';

/**
 * Why the database refused an event: the payment is unknown, a person must look at it, or its goods cannot be delivered
 * and it is refunded.
 */
export type PaymentRefusal =
  | 'pago_no_existe'
  | 'importe_no_coincide'
  | 'ya_lo_tienes'
  | 'ya_pagado'
  | 'no_entregable'
  | 'fallo';
