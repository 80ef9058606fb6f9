import { isPageProvider, type Provider } from '@/lib/payments/methods';
import type { PaymentState, RefundState } from '@/lib/payments/states';

export type TimelineStep = {
  key:
    | 'creado'
    | 'confirmado'
    | 'registrado'
    | 'entregado'
    | 'regalo_caducado'
    | 'cerrado'
    | 'en_disputa'
    | 'devolucion'
    | 'devuelto'
    | 'devolucion_fallida'
    | 'reembolsado';
  at: string | null;
  /** The amount of a refund, in cents or coins; the coins of an expired gift. */
  cents?: number;
  /** `waiting`: the payment waits for this step now; `ahead`: this step may come later. */
  status: 'done' | 'waiting' | 'ahead' | 'failed';
};

export type TimelineFacts = {
  state: PaymentState;
  provider: Provider;
  createdAt: string;
  confirmedAt: string | null;
  recordedAt: string | null;
  deliveredAt: string | null;
  revertedAt: string | null;
  refunds: { state: RefundState; cents: number; at: string }[];
  /** A gift that nobody opened was converted into UnCoins of its giver. */
  expired: { coins: number; at: string } | null;
  /** Reason of the failed delivery; the money is refunded. */
  reason: string | null;
};

type Key = TimelineStep['key'];

/** Step of each refund state. Refunds refused by the provider are shown to admins only. */
const refundSteps: Record<RefundState, Pick<TimelineStep, 'key' | 'status'> | null> = {
  pedido: { key: 'devolucion', status: 'waiting' },
  pendiente: { key: 'devolucion', status: 'waiting' },
  hecho: { key: 'devuelto', status: 'done' },
  fallido: { key: 'devolucion_fallida', status: 'failed' },
  rechazado: null,
};

function stepsOf(refunds: TimelineFacts['refunds']): TimelineStep[] {
  return refunds.flatMap(({ state, cents, at }) => {
    const step = refundSteps[state];
    return step ? [{ ...step, at, cents }] : [];
  });
}

/**
 * The steps of a payment: created, confirmed by the provider, recorded, delivered, and later steps. A free claim and a
 * payment in coins have no step of a provider.
 */
export function timelineOf(facts: TimelineFacts): TimelineStep[] {
  const hasProvider = isPageProvider(facts.provider);
  const way: [Key, string | null][] = [
    ['creado', facts.createdAt],
    ...(hasProvider ? ([['confirmado', facts.confirmedAt]] as [Key, string | null][]) : []),
    ['registrado', facts.recordedAt],
    ['entregado', facts.deliveredAt],
  ];
  const done = way.filter(([, at]) => at).map(([key, at]): TimelineStep => ({ key, at, status: 'done' }));
  if (facts.expired) {
    done.push({ key: 'regalo_caducado', at: facts.expired.at, cents: facts.expired.coins, status: 'failed' });
  }
  if (facts.state === 'fallido' || facts.state === 'caducado')
    return [...done, { key: 'cerrado', at: null, status: 'failed' }];
  const refunds = stepsOf(facts.refunds);
  if (facts.state === 'reembolsado') {
    // A single refund is the last step, so it is not listed before it as well.
    const before = refunds.filter(({ key }) => key !== 'devuelto');
    const parts = refunds.length - before.length > 1 ? refunds : before;
    return [...done, ...parts, { key: 'reembolsado', at: facts.revertedAt, status: 'failed' }];
  }
  if (facts.state === 'en_disputa')
    return [...done, ...refunds, { key: 'en_disputa', at: facts.revertedAt, status: 'failed' }];
  // It will never be delivered.
  if (facts.state === 'pagado' && facts.reason !== null) return [...done, ...refunds];
  const ahead = way
    .filter(([, at]) => !at)
    .map(([key], index): TimelineStep => ({ key, at: null, status: index === 0 ? 'waiting' : 'ahead' }));
  return [...done, ...ahead, ...refunds];
}
