export type Provider = 'stripe' | 'paypal' | 'uncoins' | 'gratis';

/** `creado → pagado → entregado`, or one of the other ends of a payment (docs/payments.md, "Payment row"). */
export type PaymentState = 'creado' | 'pagado' | 'entregado' | 'fallido' | 'caducado' | 'reembolsado' | 'en_disputa';

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
  state: 'pendiente' | 'hecho' | 'fallido';
  cents: number;
  reason: string | null;
  /** Why it failed, in the provider's words. */
  problem: string | null;
  createdAt: Date;
};

/**
 * A dispute as its provider reports it. `consulta`: an inquiry that moves no money. `abierta`: the money is held.
 * `sin_decidir`: it is over, but the provider does not say who keeps the money.
 */
export type DisputeFact = {
  id: string;
  phase: 'consulta' | 'abierta' | 'sin_decidir' | 'perdida' | 'ganada';
  cents: number;
  reason: string | null;
  dueAt: Date | null;
  openedAt: Date;
  /** Grows with each change at the provider, so that older readings can be recognised. */
  version: number;
};

export type Reversals = { refunds: RefundFact[]; disputes: DisputeFact[] };

export type ReversalEvent = Extract<PaymentEvent, { kind: 'reversals' }>;

type Reference = { provider: Provider; reference: string; paymentId: string | null };

/** An event of any provider in the shop's own form. `paymentId` finds a payment whose reference was never recorded. */
export type PaymentEvent =
  /** `confirmedAt` is the provider's own time, if it gives one. */
  | (Reference & { kind: 'paid'; amountCents: number; currency: string; confirmedAt?: Date })
  | (Reference & { kind: 'closed'; state: 'fallido' | 'caducado' })
  /** The current state of refunds and disputes at the provider. Those that are not listed do not change. */
  | (Reference & { kind: 'reversals' } & Reversals);

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
