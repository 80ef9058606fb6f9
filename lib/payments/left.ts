import { type Provider, pageMethodNames, pageMethods } from './methods';
import type { DisputePhase, RefundState } from './states';

type Gone = {
  provider: Provider;
  totalCents: number;
  refunds: { state: RefundState; cents: number; madeAt: string }[];
  disputes: { phase: DisputePhase; cents: number; openedAt: string }[];
};

/** True if a refund after a lost dispute is the money of that dispute. */
const refundsAnswerDisputes = (provider: Provider): boolean =>
  pageMethodNames.some((name) => pageMethods[name].provider === provider && pageMethods[name].refundsAnswerDisputes);

const total = (rows: { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

/**
 * The refundable amount of a payment in cents or coins, as `reembolsable_de` counts it. At PayPal, refunds made after a
 * dispute was opened are part of its cost.
 */
export function leftOf({ provider, totalCents, refunds, disputes }: Gone): number {
  const lost = disputes.filter(({ phase }) => phase === 'perdida');
  const since = Math.min(...lost.map(({ openedAt }) => Date.parse(openedAt)));
  const done = refunds.filter(({ state }) => state === 'hecho');
  const later = refundsAnswerDisputes(provider) ? done.filter(({ madeAt }) => Date.parse(madeAt) >= since) : [];
  const gone = total(done) - total(later) + Math.max(total(later), total(lost));
  const onTheWay = total(refunds.filter(({ state }) => state === 'pedido' || state === 'pendiente'));
  return Math.max(0, totalCents - gone - onTheWay);
}
