import 'server-only';
import Stripe from 'stripe';
import { cut } from '@/lib/core/cut';
import { deadlines } from '@/lib/core/http/deadlines';
import type { EvidenceKind } from '../evidence-files';
import type { Evidence, EvidenceFile } from '../provider';
import { requestKey } from '../request-key';
import { stripe } from './client';

const answered = ['under_review', 'warning_under_review'];

const isAnswered = (dispute: Stripe.Dispute) =>
  dispute.evidence_details.submission_count > 0 || answered.includes(dispute.status);

/** The field of each kind of file in Stripe's evidence. */
const fields = {
  recibo: 'receipt',
  comunicacion: 'customer_communication',
  entrega: 'service_documentation',
  condiciones: 'refund_policy',
  otro: 'uncategorized_file',
} as const satisfies Record<EvidenceKind, keyof Stripe.DisputeUpdateParams.Evidence>;

/** Stores a file at Stripe, and returns its id there. A repeated upload is the same file. */
async function upload({ id, type, read }: EvidenceFile): Promise<string> {
  const file = { data: await read(), name: id, type };
  const options = { idempotencyKey: `prueba:${id}`, timeout: deadlines.upload };
  return (await stripe().files.create({ purpose: 'dispute_evidence', file }, options)).id;
}

/** The text with the notes of the files, for which Stripe has no field. */
const textOf = ({ text, files }: Evidence) =>
  cut([text, ...files.flatMap(({ kind, note }) => (note ? [`${fields[kind]}: ${note}`] : []))].join('\n'), 20_000);

/**
 * Submits the answer to a dispute, which Stripe forwards to the bank and which is then final. Idempotent: a dispute
 * with an answer is not changed.
 *
 * @returns `sent`, or Stripe's reason for a refusal
 * @throws if Stripe does not answer: the outcome is unknown
 */
export async function sendCardEvidence(disputeId: string, evidence: Evidence): Promise<'sent' | { refused: string }> {
  try {
    if (isAnswered(await stripe().disputes.retrieve(disputeId))) return 'sent';
    const files: Partial<Record<(typeof fields)[EvidenceKind], string>> = {};
    for (const file of evidence.files) files[fields[file.kind]] = await upload(file);
    const call = {
      evidence: {
        uncategorized_text: textOf(evidence),
        product_description: evidence.product,
        ...(evidence.log ? { access_activity_log: evidence.log } : {}),
        ...(evidence.deliveredOn ? { service_date: evidence.deliveredOn } : {}),
        ...files,
      },
      submit: true,
    };
    await stripe().disputes.update(disputeId, call, { idempotencyKey: requestKey(`respuesta:${disputeId}`, call) });
    return 'sent';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.code ?? error.message };
    throw error;
  }
}
