import { z } from 'zod';
import { ownOrderId } from '../own-order';
import type { DisputeFact, RefundFact } from '../types';
import { fromPayPalValue, payPalMoney } from './money';

/** A refund of a capture, in an order or by its own address. */
export const payPalRefund = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: payPalMoney,
  custom_id: z.string().optional(),
  note_to_payer: z.string().optional(),
  create_time: z.string(),
});

export const payPalDispute = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  update_time: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  dispute_life_cycle_stage: z.string().optional(),
  dispute_amount: payPalMoney.optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: payPalMoney.optional() })
    .optional(),
  seller_response_due_date: z.string().optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional(), gross_amount: payPalMoney.optional() }))
    .default([]),
});

export type PayPalDispute = z.output<typeof payPalDispute>;

function cents(value: string): number {
  const read = fromPayPalValue(value);
  if (read === null) throw new Error(`PayPal wrote an amount that cannot be read: ${value}`);
  return read;
}

const refundStates: Record<string, RefundFact['state']> = {
  COMPLETED: 'hecho',
  FAILED: 'fallido',
  CANCELLED: 'fallido',
};

/**
 * Converts a PayPal refund to euro cents. An unknown status is pending.
 *
 * @throws if its amount cannot be read
 */
export function refundFact(refund: z.output<typeof payPalRefund>): RefundFact {
  const state = refundStates[refund.status] ?? 'pendiente';
  return {
    id: refund.id,
    ownId: ownOrderId(refund.custom_id),
    state,
    cents: cents(refund.amount.value),
    reason: refund.note_to_payer ?? null,
    problem: state === 'fallido' ? (refund.status_details?.reason ?? refund.status) : null,
    createdAt: new Date(refund.create_time),
  };
}

/** PayPal's outcomes by who keeps the money; `DENIED` and `NONE` do not show it. */
const outcomes: Record<string, DisputeFact['phase']> = {
  RESOLVED_SELLER_FAVOUR: 'ganada',
  CANCELED_BY_BUYER: 'ganada',
  RESOLVED_BUYER_FAVOUR: 'perdida',
  RESOLVED_WITH_PAYOUT: 'perdida',
  ACCEPTED: 'perdida',
};

function phaseOf(dispute: PayPalDispute): DisputeFact['phase'] {
  const isInquiry = dispute.dispute_life_cycle_stage === 'INQUIRY';
  if (dispute.status !== 'RESOLVED') return isInquiry ? 'consulta' : 'abierta';
  const decided = outcomes[dispute.dispute_outcome?.outcome_code ?? ''];
  return decided ?? (isInquiry ? 'consulta' : 'sin_decidir');
}

/** Converts the dispute of a capture. */
export function disputeFact(dispute: PayPalDispute, captureId: string): DisputeFact {
  const own = dispute.disputed_transactions.find((item) => item.seller_transaction_id === captureId);
  const all = dispute.dispute_outcome?.amount_refunded ?? dispute.dispute_amount ?? own?.gross_amount;
  const amounts = [all, own?.gross_amount].flatMap((amount) => (amount ? [cents(amount.value)] : []));
  return {
    id: dispute.dispute_id,
    phase: phaseOf(dispute),
    cents: Math.min(...(amounts.length > 0 ? amounts : [0])),
    reason: dispute.reason ?? null,
    dueAt: dispute.seller_response_due_date ? new Date(dispute.seller_response_due_date) : null,
    openedAt: new Date(dispute.create_time),
    version: Date.parse(dispute.update_time),
  };
}
