/** `creado → pagado → entregado`, or another end of a payment (docs/payments.md, "Payment row"). */
export const paymentStates = [
  'creado',
  'pagado',
  'entregado',
  'fallido',
  'caducado',
  'reembolsado',
  'en_disputa',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The state of a refund at its provider. */
export type MadeRefundState = 'pendiente' | 'hecho' | 'fallido';

/** The state of a refund in the shop. `pedido`: ordered, not made yet. `rechazado`: the provider refused it. */
export const refundStates = ['pedido', 'pendiente', 'hecho', 'rechazado', 'fallido'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * The state of a dispute. `consulta`: an inquiry that moves no money. `abierta`: the money is held. `sin_decidir`: it is
 * over, but the provider does not say who keeps the money.
 */
export const disputePhases = ['consulta', 'abierta', 'sin_decidir', 'perdida', 'ganada'] as const;
export type DisputePhase = (typeof disputePhases)[number];

/** The state of a dispute answer, from draft to provider. */
export const answerStates = ['borrador', 'enviando', 'enviada'] as const;
