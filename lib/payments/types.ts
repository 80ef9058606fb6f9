import type { Provider } from './methods';
import type { DisputePhase, MadeRefundState, PaymentState } from './states';

/** A row of `pagos`, as the database functions describe it. */
export type Payment = {
  id: string;
  userId: string;
  state: PaymentState;
  provider: Provider;
  reference: string | null;
  totalCents: number;
  expiresAt: Date;
  name: string;
  edition: string | null;
  /** Whether it buys UnCoins: there is a balance to show, and no order. */
  isRecharge: boolean;
  orderIds: string[];
  /** Whether the very call that answers this has delivered it. */
  deliveredNow: boolean;
};

/** A refund as its provider tells of it. */
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

/** A dispute as its provider tells of it. */
export type DisputeFact = {
  id: string;
  phase: DisputePhase;
  cents: number;
  reason: string | null;
  dueAt: Date | null;
  openedAt: Date;
  /** Grows with the provider's own story of it, so that an old reading is known as one. */
  version: number;
};

export type Reversals = { refunds: RefundFact[]; disputes: DisputeFact[] };

export type ReversalEvent = Extract<PaymentEvent, { kind: 'reversals' }>;

type Reference = { provider: Provider; reference: string; paymentId: string | null };

/** What every provider's news is turned into. `paymentId` finds a payment whose reference was never recorded. */
export type PaymentEvent =
  /** `confirmedAt` is the provider's own time, where it says one. */
  | (Reference & { kind: 'paid'; amountCents: number; currency: string; confirmedAt?: Date })
  | (Reference & { kind: 'closed'; state: 'fallido' | 'caducado' })
  /** How refunds and disputes stand at the provider now. What is not named is left as it was. */
  | (Reference & { kind: 'reversals' } & Reversals);

/**
 * What a provider answers when it is asked about a payment: its final word, or where it stands. `review`: the amount
 * is not ours, so nothing is charged and an admin looks at it.
 */
export type LookUp = PaymentEvent | 'unpaid' | 'processing' | 'unknown' | 'review';

/**
 * Why the database would not take an event: nobody knows the payment, it needs a person to look at it, or it pays for
 * what cannot be delivered and is given back.
 */
export type PaymentRefusal =
  | 'pago_no_existe'
  | 'importe_no_coincide'
  | 'ya_lo_tienes'
  | 'ya_pagado'
  | 'no_entregable'
  | 'fallo';
