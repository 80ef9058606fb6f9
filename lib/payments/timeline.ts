import type { PaymentState, Provider } from './types';

export type TimelineStep = {
  key: 'creado' | 'confirmado' | 'registrado' | 'entregado' | 'cerrado' | 'en_disputa' | 'devolucion' | 'reembolsado';
  at: string | null;
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
  refundAskedAt: string | null;
};

type Key = TimelineStep['key'];

/**
 * The story of a payment, step by step: created, confirmed by the provider, recorded, delivered; and what came after.
 * A free claim and a payment in coins have no provider to wait for.
 */
export function timelineOf(facts: TimelineFacts): TimelineStep[] {
  const hasProvider = facts.provider === 'stripe' || facts.provider === 'paypal';
  const way: [Key, string | null][] = [
    ['creado', facts.createdAt],
    ...(hasProvider ? ([['confirmado', facts.confirmedAt]] as [Key, string | null][]) : []),
    ['registrado', facts.recordedAt],
    ['entregado', facts.deliveredAt],
  ];
  const done = way.filter(([, at]) => at).map(([key, at]): TimelineStep => ({ key, at, status: 'done' }));
  if (facts.state === 'fallido' || facts.state === 'caducado')
    return [...done, { key: 'cerrado', at: null, status: 'failed' }];
  if (facts.state === 'reembolsado') return [...done, { key: 'reembolsado', at: facts.revertedAt, status: 'failed' }];
  if (facts.state === 'en_disputa') return [...done, { key: 'en_disputa', at: facts.revertedAt, status: 'failed' }];
  const ahead = way
    .filter(([, at]) => !at)
    .map(([key], index): TimelineStep => ({ key, at: null, status: index === 0 ? 'waiting' : 'ahead' }));
  const refund: TimelineStep[] = facts.refundAskedAt
    ? [{ key: 'devolucion', at: facts.refundAskedAt, status: 'waiting' }]
    : [];
  return [...done, ...ahead, ...refund];
}
