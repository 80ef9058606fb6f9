import 'server-only';
import Stripe from 'stripe';
import type { Evidence } from '../provider';
import { requestKey } from '../request-key';
import { stripe } from './client';

const answered = ['under_review', 'warning_under_review'];

const isAnswered = (dispute: Stripe.Dispute) =>
  dispute.evidence_details.submission_count > 0 || answered.includes(dispute.status);

/**
 * Submits the answer to a dispute, which Stripe forwards to the bank and which is then final. Idempotent: a dispute
 * with an answer is not changed.
 *
 * @returns `sent`, or Stripe's reason for a refusal
 * @throws if Stripe does not answer: the outcome is unknown
 */
export async function sendCardEvidence(disputeId: string, evidence: Evidence): Promise<'sent' | { refused: string }> {
  const call = {
    evidence: {
      uncategorized_text: evidence.text,
      product_description: evidence.product,
      ...(evidence.log ? { access_activity_log: evidence.log } : {}),
      ...(evidence.deliveredOn ? { service_date: evidence.deliveredOn } : {}),
    },
    submit: true,
  };
  try {
    if (isAnswered(await stripe().disputes.retrieve(disputeId))) return 'sent';
    await stripe().disputes.update(disputeId, call, { idempotencyKey: requestKey(`respuesta:${disputeId}`, call) });
    return 'sent';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.code ?? error.message };
    throw error;
  }
}
