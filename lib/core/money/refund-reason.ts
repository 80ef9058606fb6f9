/** The stored reason of a refund after its buyer cancelled the purchase (`cancelar_compra`). */
const byBuyer = 'cancelada_por_comprador';

/**
 * The reason of a refund for a reader: the shop's own one in their language, any other as it was written.
 *
 * @param t the messages of `mail.refundReasons`
 */
export const refundReason = (t: (code: typeof byBuyer) => string, reason: string): string =>
  reason === byBuyer ? t(byBuyer) : reason;
