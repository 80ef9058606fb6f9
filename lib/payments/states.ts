/** How a payment stands: `creado → pagado → entregado`, or one of the ways in which it ends otherwise. */
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

/** How a refund stands at its provider. */
export type MadeRefundState = 'pendiente' | 'hecho' | 'fallido';

/** How a refund stands in the shop, which orders some of them: `rechazado` was never made. */
export const refundStates = ['pedido', 'pendiente', 'hecho', 'rechazado', 'fallido'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * How a dispute stands. `consulta` is a question that moves no money, `abierta` holds it, and `sin_decidir` is over
 * without a word on who keeps it.
 */
export const disputePhases = ['consulta', 'abierta', 'sin_decidir', 'perdida', 'ganada'] as const;
export type DisputePhase = (typeof disputePhases)[number];
