import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { boolean, expand, metadata } from './params.ts';

const WEEK = 7 * 24 * 60 * 60;

function emptyEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}

/** Moves the disputed money to the buyer's bank, provisionally, or back to the shop. */
function moveFunds(dispute: Stripe.Dispute, cents: number): Stripe.Dispute {
  const moved = {
    id: stripeId('txn'),
    object: 'balance_transaction',
    amount: cents,
    available_on: nowSeconds(),
    balance_type: 'payments',
    created: nowSeconds(),
    currency: dispute.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: cents,
    reporting_category: cents < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  } satisfies Stripe.BalanceTransaction;
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, moved] };
}

/** Opens a dispute: the buyer's bank provisionally takes the money. An inquiry moves no money. */
export function openDispute(
  context: Context,
  input: { charge: string; reason: string; amount?: number | undefined; inquiry?: boolean },
): Stripe.Dispute {
  const charge = context.store.get<Stripe.Charge>('charge', input.charge);
  if (!charge) throw noSuch('charge', input.charge, 'charge', 400);
  const isOpen = context.store
    .find<Stripe.Dispute>('dispute', { charge: input.charge })
    .some(({ body }) => !['won', 'warning_closed'].includes(body.status));
  if (!charge.body.paid || isOpen) throw invalid(`Charge ${charge.id} cannot be disputed.`, 'charge');
  const created = nowSeconds();
  const opened: Stripe.Dispute = {
    id: stripeId('du'),
    object: 'dispute',
    amount: input.amount ?? charge.body.amount - charge.body.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.body.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: created + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: input.inquiry === true,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.body.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: input.inquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '83',
      },
      type: 'card',
    },
    reason: input.reason,
    status: input.inquiry ? 'warning_needs_response' : 'needs_response',
  };
  const dispute = input.inquiry ? opened : moveFunds(opened, -opened.amount);
  context.store.put('dispute', dispute, { root: charge.root });
  charge.body = { ...charge.body, disputed: true };
  context.store.save(charge);
  emit(context, 'charge.dispute.created', charge.root, dispute);
  if (!input.inquiry) emit(context, 'charge.dispute.funds_withdrawn', charge.root, dispute);
  return dispute;
}

function requireOpen(context: Context, id: string): Stored<Stripe.Dispute> {
  const dispute = context.store.get<Stripe.Dispute>('dispute', id);
  if (!dispute) throw noSuch('dispute', id);
  if (['won', 'lost', 'warning_closed'].includes(dispute.body.status))
    throw invalid('This dispute is already closed', undefined, 'resource_missing');
  return dispute;
}

/** Marks a dispute as under review, after the shop's answer. */
export function reviewDispute(context: Context, id: string): Stripe.Dispute {
  const dispute = requireOpen(context, id);
  const isInquiry = dispute.body.status.startsWith('warning_');
  dispute.body = { ...dispute.body, status: isInquiry ? 'warning_under_review' : 'under_review' };
  context.store.save(dispute);
  emit(context, 'charge.dispute.updated', dispute.root, dispute.body);
  return dispute.body;
}

const waiting = ['needs_response', 'warning_needs_response'];
const longestEvidence = 150_000;

const evidenceFiles = [
  'customer_communication',
  'receipt',
  'refund_policy',
  'service_documentation',
  'uncategorized_file',
] as const;
type EvidenceFile = (typeof evidenceFiles)[number];
const largestTogether = 4.5 * 1024 * 1024;

/** Refuses files that do not exist, or are too large together. */
function checkFiles(context: Context, evidence: Partial<Record<EvidenceFile, unknown>>): void {
  let bytes = 0;
  for (const name of evidenceFiles) {
    const id = evidence[name];
    if (typeof id !== 'string') continue;
    const file = context.store.get<Stripe.File>('file', id);
    if (!file) throw noSuch('file', id, `evidence[${name}]`, 400);
    bytes += file.body.size;
  }
  if (bytes > largestTogether) throw invalid('The combined size of all evidence files exceeds 4.5 MB.', 'evidence');
}

/** Saves the shop's evidence or submits it to the bank, which is possible once, while the bank waits for it. */
function answerDispute(
  context: Context,
  id: string,
  input: {
    evidence: Partial<Record<EvidenceText | EvidenceFile, string>>;
    submit: boolean;
    metadata: Record<string, string>;
  },
): Stripe.Dispute {
  const dispute = requireOpen(context, id);
  const { status, evidence_details: details } = dispute.body;
  if (!waiting.includes(status) || details.submission_count > 0)
    throw invalid('The evidence of this dispute has been submitted and cannot be changed.');
  if (details.due_by !== null && details.due_by < nowSeconds())
    throw invalid('The deadline for submitting evidence for this dispute has passed.');
  const evidence = { ...dispute.body.evidence, ...input.evidence };
  const length = Object.values(evidence).reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  checkFiles(context, evidence);
  if (length > longestEvidence) throw invalid('The combined character count of all fields is too large.', 'evidence');
  dispute.body = {
    ...dispute.body,
    evidence,
    metadata: { ...dispute.body.metadata, ...input.metadata },
    evidence_details: {
      ...details,
      has_evidence: true,
      ...(input.submit ? { submission_count: 1, submission_method: 'manual' as const } : {}),
    },
  };
  context.store.save(dispute);
  if (input.submit) return reviewDispute(context, id);
  emit(context, 'charge.dispute.updated', dispute.root, dispute.body);
  return dispute.body;
}

/** Escalates an inquiry to a dispute: the bank takes the money. */
export function escalateDispute(context: Context, id: string): Stripe.Dispute {
  const dispute = requireOpen(context, id);
  if (!dispute.body.status.startsWith('warning_')) throw invalid('Only an inquiry can be escalated.');
  dispute.body = moveFunds(
    { ...dispute.body, status: 'needs_response', is_charge_refundable: false },
    -dispute.body.amount,
  );
  context.store.save(dispute);
  emit(context, 'charge.dispute.updated', dispute.root, dispute.body);
  emit(context, 'charge.dispute.funds_withdrawn', dispute.root, dispute.body);
  return dispute.body;
}

/** Closes a dispute: the money returns to the shop (`won`) or stays with the buyer (`lost`). An inquiry just ends. */
export function closeDispute(context: Context, id: string, status: 'won' | 'lost' | 'warning_closed'): Stripe.Dispute {
  const dispute = requireOpen(context, id);
  if (dispute.body.status.startsWith('warning_') !== (status === 'warning_closed'))
    throw invalid(`A dispute that is ${dispute.body.status} cannot become ${status}.`);
  const closed: Stripe.Dispute = { ...dispute.body, status };
  dispute.body = status === 'won' ? moveFunds(closed, closed.amount) : closed;
  context.store.save(dispute);
  emit(context, 'charge.dispute.closed', dispute.root, dispute.body);
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', dispute.root, dispute.body);
  return dispute.body;
}

const evidenceTexts = ['access_activity_log', 'product_description', 'service_date', 'uncategorized_text'] as const;
type EvidenceText = (typeof evidenceTexts)[number];
const evidenceText = z.string().max(20_000).optional();

export const disputeRoutes: Route[] = [
  stripeRoute(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({
      evidence: z
        .strictObject({
          access_activity_log: evidenceText,
          product_description: evidenceText,
          service_date: evidenceText,
          uncategorized_text: evidenceText,
          customer_communication: evidenceText,
          receipt: evidenceText,
          refund_policy: evidenceText,
          service_documentation: evidenceText,
          uncategorized_file: evidenceText,
        })
        .default({}),
      submit: boolean.default(true),
      metadata: metadata.default({}),
      expand,
    }),
    ({ context, params }, input) => {
      const texts = [...evidenceTexts, ...evidenceFiles].flatMap((name) => {
        const value = input.evidence[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      const changed = answerDispute(context, params.id ?? '', { ...input, evidence: Object.fromEntries(texts) });
      return answer(context, changed, input.expand);
    },
  ),
  stripeRoute('GET', '/v1/disputes/:id', z.strictObject({ expand }), ({ context, params }, input) => {
    const dispute = context.store.get('dispute', params.id ?? '');
    if (!dispute) throw noSuch('dispute', params.id ?? '');
    return answer(context, dispute.body, input.expand);
  }),
  stripeRoute(
    'GET',
    '/v1/disputes',
    z.strictObject({ ...listParams, charge: z.string().optional(), payment_intent: z.string().optional() }),
    ({ context }, input) => {
      const disputes = context.store.find<Stripe.Dispute>('dispute', {
        charge: input.charge,
        payment_intent: input.payment_intent,
      });
      return listReply(
        context,
        '/v1/disputes',
        disputes.map((found) => found.body),
        input,
      );
    },
  ),
];
