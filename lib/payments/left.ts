import type { DisputeFact, Provider, RefundFact } from '@/lib/payments/types';

type Gone = {
  provider: Provider;
  totalCents: number;
  refunds: { state: RefundFact['state'] | 'pedido' | 'rechazado'; cents: number; madeAt: string }[];
  disputes: { phase: DisputeFact['phase']; cents: number; openedAt: string }[];
};

const total = (rows: { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

/**
 * What may still be given back of a payment, in cents or coins, as `reembolsable_de` counts it: at PayPal, refunds made
 * after a dispute was opened are part of what that dispute cost.
 */
export function leftOf({ provider, totalCents, refunds, disputes }: Gone): number {
  const lost = disputes.filter(({ phase }) => phase === 'perdida');
  const since = Math.min(...lost.map(({ openedAt }) => Date.parse(openedAt)));
  const done = refunds.filter(({ state }) => state === 'hecho');
  const later = provider === 'paypal' ? done.filter(({ madeAt }) => Date.parse(madeAt) >= since) : [];
  const gone = total(done) - total(later) + Math.max(total(later), total(lost));
  const onTheWay = total(refunds.filter(({ state }) => state === 'pedido' || state === 'pendiente'));
  return Math.max(0, totalCents - gone - onTheWay);
}
