import Stripe from 'stripe';
import { beforeEach, vi } from 'vitest';
import { stripe } from '@/lib/payments/stripe/client';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
const { checkout, disputes, events, files, refunds } = stripe();
const { sessions } = checkout;
/** The calls of Stripe, in whose place a test answers. */
export const api = {
  create: vi.spyOn(sessions, 'create'),
  retrieve: vi.spyOn(sessions, 'retrieve'),
  expire: vi.spyOn(sessions, 'expire'),
  list: vi.spyOn(sessions, 'list'),
  refund: vi.spyOn(refunds, 'create'),
  refunds: vi.spyOn(refunds, 'list'),
  disputes: vi.spyOn(disputes, 'list'),
  dispute: vi.spyOn(disputes, 'retrieve'),
  answer: vi.spyOn(disputes, 'update'),
  upload: vi.spyOn(files, 'create'),
  event: vi.spyOn(events, 'retrieve'),
  events: vi.spyOn(events, 'list'),
};
type Api = keyof typeof api;
export const answer = (call: Api, value: unknown) => api[call].mockResolvedValue(value as never);
export const refuse = (call: Api, problem: unknown) => api[call].mockRejectedValue(problem as never);

const raw = (change: object = {}) => ({ message: 'sorry', type: 'invalid_request_error' as const, ...change });
export const invalid = (change: object = {}) => new Stripe.errors.StripeInvalidRequestError(raw(change));
export const missing = invalid({ code: 'resource_missing' });
export const failed = (statusCode: number) => new Stripe.errors.StripeAPIError(raw({ statusCode }));
/** Errors with an unknown outcome: no answer, too many calls, a fault of Stripe, and one of the shop. */
export const unclear = [
  new Stripe.errors.StripeConnectionError(raw()),
  new Stripe.errors.StripeRateLimitError(raw()),
  failed(500),
  new Error('out of memory'),
];

beforeEach(() => {
  for (const mock of Object.values(api)) mock.mockReset();
});

export const payment = { provider: 'stripe', reference: 'cs_1', paymentId: 'pago-1' };
export const paid = { ...payment, kind: 'paid', amountCents: 999, currency: 'eur' };
export const closed = (state: string) => ({ ...payment, kind: 'closed', state });
/** A session of 9.99 euros that is paid, unless changed. */
export const session = (change: object = {}) => ({
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 999,
  currency: 'eur',
  metadata: { pago_id: 'pago-1' },
  payment_intent: 'pi_1',
  url: null,
  ...change,
});
/** One whose money is on its way. */
export const slow = session({ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } });
