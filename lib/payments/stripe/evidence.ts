import 'server-only';
import Stripe from 'stripe';
import type { Evidence } from '../provider';
import { requestKey } from '../request-key';
import { stripe } from './client';

const answered = ['under_review', 'warning_under_review'];

const isAnswered = (dispute: Stripe.Dispute) =>
  dispute.evidence_details.submission_count > 0 || answered.includes(dispute.status);

/**
 * Sends the answer to a dispute, which Stripe hands on to the bank and which can then not be changed. Safe to repeat: a
 * dispute that has its answer is left alone.
 *
 * @returns `sent`, or Stripe's reason for a refusal
 * @throws when Stripe does not answer: it is unknown whether it has the answer
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
