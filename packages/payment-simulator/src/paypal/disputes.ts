import { z } from 'zod';
import type { Context } from '../context.ts';
import { kindOf } from '../http/multipart.ts';
import { json } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { hexId, MERCHANT } from '../ids.ts';
import { toCents } from '../money.ts';
import type { Stored } from '../store/store.ts';
import { paypalRoute } from './api.ts';
import { type StoredCapture, saveCapture } from './captures.ts';
import { invalidRequest, notFound, unprocessable } from './errors.ts';
import { emit } from './events.ts';
import type { Money } from './order-params.ts';
import { refundCapture } from './refunds.ts';

export const STAGES = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const;
export const STATUSES = ['OPEN', 'WAITING_FOR_BUYER_RESPONSE', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW'] as const;
export const OUTCOMES = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
  'NONE',
] as const;

type Stage = (typeof STAGES)[number];
type Status = (typeof STATUSES)[number] | 'RESOLVED';
type Outcome = (typeof OUTCOMES)[number];

type DisputeBody = {
  id: string;
  create_time: string;
  update_time: string;
  disputed_transactions: { seller_transaction_id: string; gross_amount: Money; [key: string]: unknown }[];
  reason: string;
  status: Status;
  dispute_state: string;
  dispute_amount: Money;
  dispute_life_cycle_stage: Stage;
  dispute_channel: 'INTERNAL' | 'EXTERNAL';
  dispute_outcome?: { outcome_code?: Outcome; amount_refunded?: Money };
  seller_response_due_date?: string;
  evidences?: (GivenEvidence & { source: string; date: string })[];
};
type GivenEvidence = { evidence_type: string; notes?: string | undefined; documents?: { name: string }[] | undefined };
type StoredDispute = Stored<DisputeBody>;

const DAYS_TO_ANSWER = 10;

/** Outcomes in favour of the buyer. */
const FOR_BUYER: readonly Outcome[] = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED'];

function stateOf(status: Status, stage: Stage): string {
  if (status === 'RESOLVED') return 'RESOLVED';
  if (status === 'UNDER_REVIEW') return 'UNDER_PAYPAL_REVIEW';
  if (status === 'WAITING_FOR_BUYER_RESPONSE') return 'REQUIRED_OTHER_PARTY_ACTION';
  return stage === 'INQUIRY' ? 'OPEN_INQUIRIES' : 'REQUIRED_ACTION';
}

function links(context: Context, id: string) {
  return [{ href: `${context.url}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }];
}

const takesEvidence = (body: DisputeBody) =>
  body.status === 'WAITING_FOR_SELLER_RESPONSE' && body.dispute_life_cycle_stage !== 'INQUIRY';

function view(context: Context, dispute: DisputeBody): object {
  const { id, ...body } = dispute;
  const href = `${context.url}/v1/customer/disputes/${id}/provide-evidence`;
  const more = takesEvidence(dispute) ? [{ href, rel: 'provide-evidence', method: 'POST' }] : [];
  return { dispute_id: id, ...body, links: [...links(context, id), ...more] };
}

/** A dispute without its outcome, as in lists. */
function summary(context: Context, body: DisputeBody): object {
  const { id, dispute_outcome: _outcome, disputed_transactions: _transactions, ...shown } = body;
  return { dispute_id: id, ...shown, links: links(context, id) };
}

export function requireDispute(context: Context, id: string): StoredDispute {
  const dispute = context.store.get<DisputeBody>('paypal_dispute', id);
  if (!dispute) throw notFound('dispute_id', id);
  return dispute;
}

function holdMoney(context: Context, capture: StoredCapture, body: DisputeBody): void {
  capture.hidden = {
    ...capture.hidden,
    disputed: body.status !== 'RESOLVED' && body.dispute_life_cycle_stage !== 'INQUIRY',
  };
  saveCapture(context, capture);
}

/** Opens a case of a buyer or their bank. From the chargeback stage on, PayPal holds the money. */
export function openDispute(
  context: Context,
  capture: StoredCapture,
  input: { stage: Stage; reason: string; amount?: Money | undefined },
): object {
  const now = new Date();
  const status = input.stage === 'INQUIRY' ? 'OPEN' : 'WAITING_FOR_SELLER_RESPONSE';
  const body: DisputeBody = {
    id: `PP-R-LOC-${hexId(6).toUpperCase()}`,
    create_time: now.toISOString(),
    update_time: now.toISOString(),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        buyer_transaction_id: hexId(8).toUpperCase(),
        create_time: capture.body.create_time,
        transaction_status: 'COMPLETED',
        gross_amount: capture.body.amount,
        ...(capture.body.custom_id ? { custom: capture.body.custom_id } : {}),
        seller: { email: MERCHANT.email, merchant_id: MERCHANT.id, name: context.options.merchantName },
        seller_protection_eligible: true,
      },
    ],
    reason: input.reason,
    status,
    dispute_state: stateOf(status, input.stage),
    dispute_amount: input.amount ?? capture.body.amount,
    dispute_life_cycle_stage: input.stage,
    dispute_channel: 'INTERNAL',
    seller_response_due_date: new Date(now.getTime() + DAYS_TO_ANSWER * 86_400_000).toISOString(),
  };
  context.store.put('paypal_dispute', body, { root: capture.root });
  holdMoney(context, capture, body);
  emit(context, 'CUSTOMER.DISPUTE.CREATED', capture.root, view(context, body));
  return view(context, body);
}

function change(context: Context, dispute: StoredDispute, by: Partial<DisputeBody>): DisputeBody {
  if (dispute.body.status === 'RESOLVED') throw unprocessable('DISPUTE_ALREADY_RESOLVED', 'The dispute is resolved.');
  const next = { ...dispute.body, ...by };
  // Each change gets a later time than the one before, so that clients can order them.
  const time = Math.max(Date.now(), Date.parse(dispute.body.update_time) + 1);
  dispute.body = {
    ...next,
    dispute_state: stateOf(next.status, next.dispute_life_cycle_stage),
    update_time: new Date(time).toISOString(),
  };
  context.store.save(dispute);
  return dispute.body;
}

/** Moves a case to another stage, or makes it wait for the other party. */
export function updateDispute(
  context: Context,
  capture: StoredCapture,
  dispute: StoredDispute,
  by: { stage?: Stage | undefined; status?: Status | undefined },
): object {
  const body = change(context, dispute, {
    dispute_life_cycle_stage: by.stage ?? dispute.body.dispute_life_cycle_stage,
    status: by.status ?? dispute.body.status,
  });
  holdMoney(context, capture, body);
  emit(context, 'CUSTOMER.DISPUTE.UPDATED', dispute.root, view(context, body));
  return view(context, body);
}

/** Accepts the seller's evidence while PayPal waits for it, and starts PayPal's review. */
function provideEvidence(context: Context, id: string, given: GivenEvidence[]): object {
  const dispute = requireDispute(context, id);
  if (!takesEvidence(dispute.body)) {
    throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', 'The dispute does not wait for evidence.');
  }
  const date = new Date().toISOString();
  const evidences = [
    ...(dispute.body.evidences ?? []),
    ...given.map((evidence) => ({ ...evidence, source: 'SUBMITTED_BY_SELLER', date })),
  ];
  const body = change(context, dispute, { evidences, status: 'UNDER_REVIEW' });
  emit(context, 'CUSTOMER.DISPUTE.UPDATED', dispute.root, view(context, body));
  return { links: links(context, id) };
}

/**
 * Decides a case. If the buyer wins, the capture is reversed, unless PayPal pays with its own money. Without an outcome
 * the case names no winner.
 */
export function resolveDispute(
  context: Context,
  capture: StoredCapture,
  dispute: StoredDispute,
  input: { outcome: Outcome | null; amount?: Money | undefined },
): object {
  const { outcome } = input;
  const amount = input.amount ?? dispute.body.dispute_amount;
  const isForBuyer = outcome !== null && FOR_BUYER.includes(outcome);
  const body = change(context, dispute, {
    status: 'RESOLVED',
    ...(outcome
      ? { dispute_outcome: { outcome_code: outcome, ...(isForBuyer ? { amount_refunded: amount } : {}) } }
      : {}),
  });
  holdMoney(context, capture, body);
  const left = toCents(capture.body.amount.value) - capture.hidden.refunded;
  if (isForBuyer && outcome !== 'RESOLVED_WITH_PAYOUT' && left >= toCents(amount.value)) {
    refundCapture(context, capture, { amount }, 'reversal', false);
  }
  emit(context, 'CUSTOMER.DISPUTE.RESOLVED', dispute.root, view(context, body));
  return view(context, body);
}

const MAX_PAGE = 50;

function pageSize(query: URLSearchParams): number {
  const size = Number(query.get('page_size') ?? 10);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_PAGE) return size;
  throw invalidRequest({
    field: 'page_size',
    value: query.get('page_size') ?? '',
    issue: 'INVALID_PARAMETER_VALUE',
    description: 'The value of a field is invalid.',
  });
}

function matches(body: DisputeBody, query: URLSearchParams): boolean {
  const after = query.get('update_time_after');
  const before = query.get('update_time_before');
  const start = query.get('start_time');
  const transaction = query.get('disputed_transaction_id');
  const states = query.get('dispute_state')?.split(',');
  return (
    (!after || Date.parse(body.update_time) >= Date.parse(after)) &&
    (!before || Date.parse(body.update_time) <= Date.parse(before)) &&
    (!start || Date.parse(body.create_time) >= Date.parse(start)) &&
    (!transaction || body.disputed_transactions.some((item) => item.seller_transaction_id === transaction)) &&
    (!states || states.includes(body.dispute_state))
  );
}

function listDisputes({ context, query }: Request) {
  if (query.has('start_time') && query.has('disputed_transaction_id')) {
    throw invalidRequest({
      field: 'disputed_transaction_id',
      issue: 'INVALID_PARAMETER_VALUE',
      description: 'Either start_time or disputed_transaction_id may be given, not both.',
    });
  }
  const size = pageSize(query);
  const start = Number(query.get('next_page_token') ?? 0);
  const found = context.store
    .find<DisputeBody>('paypal_dispute')
    .map(({ body }) => body)
    .filter((body) => matches(body, query));
  const next = new URLSearchParams(query);
  next.set('next_page_token', String(start + size));
  const url = `${context.url}/v1/customer/disputes`;
  return json(200, {
    items: found.slice(start, start + size).map((body) => summary(context, body)),
    links: [
      { href: `${url}?${query}`, rel: 'self', method: 'GET' },
      ...(found.length > start + size ? [{ href: `${url}?${next}`, rel: 'next', method: 'GET' }] : []),
    ],
  });
}

const longestNotes = 2_000;
const largestFile = 10_000_000;
const largestFiles = 50_000_000;

const evidenceTypes = ['PROOF_OF_RECEIPT_COPY', 'RETURN_POLICY', 'OTHER'] as const;

/** Refuses files of other kinds, too large ones, and documents without a file. */
function checkFiles({ parts }: Request, given: GivenEvidence[]): void {
  const files = (parts ?? []).filter(({ fileName }) => fileName !== undefined);
  const refuse = (field: string, issue: string, description: string) => {
    throw invalidRequest({ field, location: 'body', issue, description });
  };
  for (const { name, bytes } of files) {
    if (!kindOf(bytes)) refuse(name, 'INVALID_FILE_TYPE', 'The file type is not supported.');
    if (bytes.length >= largestFile) refuse(name, 'FILE_SIZE_LIMIT_EXCEEDED', 'A file must be less than 10 MB.');
  }
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) > largestFiles)
    refuse('files', 'TOTAL_FILE_SIZE_LIMIT_EXCEEDED', 'All files together may have 50 MB.');
  const missing = given
    .flatMap(({ documents }) => documents ?? [])
    .find(({ name }) => !files.some(({ fileName }) => fileName === name));
  if (missing) refuse('/evidences/documents', 'MISSING_OR_INVALID_DOCUMENT', `There is no file ${missing.name}.`);
}

export const disputeRoutes: Route[] = [
  paypalRoute(
    'POST',
    '/v1/customer/disputes/:id/provide-evidence',
    z.strictObject({
      evidences: z
        .array(
          z.strictObject({
            evidence_type: z.enum(evidenceTypes),
            notes: z.string().min(1).max(longestNotes).optional(),
            documents: z.array(z.strictObject({ name: z.string() })).optional(),
          }),
        )
        .min(1),
    }),
    (request, input) => {
      checkFiles(request, input.evidences);
      return json(200, provideEvidence(request.context, request.params.id ?? '', input.evidences));
    },
  ),
  paypalRoute('GET', '/v1/customer/disputes', z.unknown(), listDisputes),
  paypalRoute('GET', '/v1/customer/disputes/:id', z.unknown(), ({ context, params }) =>
    json(200, view(context, requireDispute(context, params.id ?? '').body)),
  ),
];
