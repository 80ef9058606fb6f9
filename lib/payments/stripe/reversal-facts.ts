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

function phaseOf(status: string): DisputeFact['phase'] {
  if (status === 'lost') return 'perdida';
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'ganada';
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

/** A dispute as Stripe has it, of a charge of which refunds have left `leftCents`. It gains one balance transaction each time its money is taken or returned. */
export function disputeFact(dispute: Stripe.Dispute, leftCents: number): DisputeFact {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    phase: phaseOf(dispute.status),
    cents: dispute.status === 'lost' ? lostCents(leftCents, dispute.amount) : dispute.amount,
    reason: dispute.reason,
    dueAt: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
    version: dispute.balance_transactions.length,
  };
}
