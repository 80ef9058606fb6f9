export type Provider = 'stripe' | 'paypal' | 'uncoins' | 'gratis';

/** `creado → pagado → entregado`, or one of the ways in which a payment ends otherwise (DESIGN §6). */
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
  /** Whether it buys UnCoins: there is a balance to show, and no order. */
  isRecharge: boolean;
  orderIds: string[];
  /** Whether the very call that answers this has delivered it. */
  deliveredNow: boolean;
};

type Reference = { provider: Provider; reference: string; paymentId: string | null };

/** What every provider's news is turned into. `paymentId` finds a payment whose reference was never recorded. */
export type PaymentEvent =
  /** `confirmedAt` is the provider's own time, where it says one. */
  | (Reference & { kind: 'paid'; amountCents: number; currency: string; confirmedAt?: Date })
  | (Reference & { kind: 'closed'; state: 'fallido' | 'caducado' })
  | (Reference & { kind: 'reverted'; state: 'reembolsado' | 'en_disputa' })
  /** The shop has won the dispute. */
  | (Reference & { kind: 'restored' })
  | (Reference & { kind: 'partly_refunded'; amountCents: number; paymentId: string });

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
