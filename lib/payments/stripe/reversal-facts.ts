import type Stripe from 'stripe';
import { ownOrderId } from '../own-order';
import type { DisputeFact, RefundFact } from '../types';

const refundStates: Record<string, RefundFact['state']> = {
  succeeded: 'hecho',
  failed: 'fallido',
  canceled: 'fallido',
};

/** A refund as Stripe has it: `pending` and `requires_action` have not moved the money yet. */
export function refundFact(refund: Stripe.Refund): RefundFact {
  return {
    id: refund.id,
    ownId: ownOrderId(refund.metadata?.reembolso_id),
    state: refundStates[refund.status ?? ''] ?? 'pendiente',
    cents: refund.amount,
    reason: refund.reason,
    problem: refund.failure_reason ?? null,
    createdAt: new Date(refund.created * 1000),
  };
}

/** What tells how a dispute stands: its status, and the cents that it took (below 0) and returned. */
export type DisputeStanding = Pick<Stripe.Dispute, 'status'> & { balance_transactions: { amount: number }[] };

/** How a dispute of Stripe stands. A status that is not known yet holds the money, as an open one does. */
export function disputePhase({ status, balance_transactions: moved }: DisputeStanding): DisputeFact['phase'] {
  // Stripe prevents a dispute by giving the buyer the money, or by turning it away.
  if (status === 'prevented') return moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'perdida' : 'ganada';
  // An appeal is against a loss, which stands until the appeal is won.
  if (status === 'lost' || status.startsWith('appeal_')) return 'perdida';
  if (status === 'won' || status === 'warning_closed') return 'ganada';
  // An inquiry of the bank: no money has moved.
  return status.startsWith('warning_') ? 'consulta' : 'abierta';
}

/**
 * Cents that a lost dispute took. As currencies fluctuate it may be a little below what was left of the charge: from
 * nine tenths of that on it is all of it.
 *
 * @param leftCents what refunds have left of the charge
 */
export const lostCents = (leftCents: number, disputedCents: number): number =>
  leftCents > 0 && disputedCents * 10 >= leftCents * 9 ? leftCents : disputedCents;

/**
 * Reads a dispute of Stripe. It gains one balance transaction each time its money is taken or returned.
 *
 * @param leftCents what refunds have left of the charge, in euro cents
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
