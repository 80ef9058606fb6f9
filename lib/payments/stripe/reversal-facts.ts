import type Stripe from 'stripe';
import { ownOrderId } from '../own-order';
import type { DisputeFact, RefundFact } from '../types';

const refundStates: Record<string, RefundFact['state']> = {
  succeeded: 'hecho',
  failed: 'fallido',
  canceled: 'fallido',
};

/** Converts a Stripe refund: `pending` and `requires_action` have not moved the money yet. */
export function refundFact(refund: Stripe.Refund): RefundFact {
  return {
    id: refund.id,
    ownId: ownOrderId(refund.metadata?.reembolso_id),
    state: refundStates[refund.status ?? ''] ?? 'pendiente',
    cents: refund.amount,
    // Stripe's reason is a code for its own statistics, such as `fraudulent`.
    reason: null,
    problem: refund.failure_reason ?? null,
    createdAt: new Date(refund.created * 1000),
  };
}

/** The state of a dispute: its status, and the cents that it took (below 0) and returned. */
export type DisputeStanding = Pick<Stripe.Dispute, 'status'> & { balance_transactions: { amount: number }[] };

/** The phase of a Stripe dispute. An unknown status holds the money, like an open one. */
export function disputePhase({ status, balance_transactions: moved }: DisputeStanding): DisputeFact['phase'] {
  // Stripe prevents a dispute by refunding the buyer, or by rejecting it.
  if (status === 'prevented') return moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'perdida' : 'ganada';
  // A dispute stays lost until an appeal is won.
  if (status === 'lost' || status.startsWith('appeal_')) return 'perdida';
  if (status === 'won' || status === 'warning_closed') return 'ganada';
  // A bank inquiry moves no money.
  return status.startsWith('warning_') ? 'consulta' : 'abierta';
}

/**
 * Cents that a lost dispute took. Because of exchange rates it may be slightly below the remaining charge: nine tenths
 * of it or more count as all.
 *
 * @param leftCents the charge minus its refunds
 */
export const lostCents = (leftCents: number, disputedCents: number): number =>
  leftCents > 0 && disputedCents * 10 >= leftCents * 9 ? leftCents : disputedCents;

/**
 * Converts a Stripe dispute. Each time its money is taken or returned, it gains a balance transaction.
 *
 * @param leftCents the charge minus its refunds, in euro cents
 */
export function disputeFact(dispute: Stripe.Dispute, leftCents: number): DisputeFact {
  const dueBy = dispute.evidence_details.due_by;
  const phase = disputePhase(dispute);
  return {
    id: dispute.id,
    phase,
    cents: phase === 'perdida' ? lostCents(leftCents, dispute.amount) : dispute.amount,
    reason: dispute.reason,
    dueAt: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
    version: dispute.balance_transactions.length,
  };
}
