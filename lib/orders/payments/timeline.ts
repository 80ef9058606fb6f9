import { isPageProvider, type Provider } from '@/lib/payments/methods';
import type { PaymentState, RefundState } from '@/lib/payments/states';

export type TimelineStep = {
  key:
    | 'creado'
    | 'confirmado'
    | 'registrado'
    | 'entregado'
    | 'cerrado'
    | 'en_disputa'
    | 'devolucion'
    | 'devuelto'
    | 'devolucion_fallida'
    | 'reembolsado';
  at: string | null;
  /** What a refund is about, in cents, or coins. */
  cents?: number;
  /** `waiting`: this is what the payment waits for now; `ahead`: it comes later, if at all. */
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
};

type Key = TimelineStep['key'];

/** What became of each refund. One that the provider would not make is for the admins alone. */
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
 * The story of a payment, step by step: created, confirmed by the provider, recorded, delivered; and what came after.
 * A free claim and a payment in coins have no provider to wait for.
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
  if (facts.state === 'fallido' || facts.state === 'caducado')
    return [...done, { key: 'cerrado', at: null, status: 'failed' }];
  const refunds = stepsOf(facts.refunds);
  if (facts.state === 'reembolsado') {
    // The only refund is the end of the story, not a step before it.
    const before = refunds.filter(({ key }) => key !== 'devuelto');
    const parts = refunds.length - before.length > 1 ? refunds : before;
    return [...done, ...parts, { key: 'reembolsado', at: facts.revertedAt, status: 'failed' }];
  }
  if (facts.state === 'en_disputa')
    return [...done, ...refunds, { key: 'en_disputa', at: facts.revertedAt, status: 'failed' }];
  const ahead = way
    .filter(([, at]) => !at)
    .map(([key], index): TimelineStep => ({ key, at: null, status: index === 0 ? 'waiting' : 'ahead' }));
  return [...done, ...ahead, ...refunds];
}
