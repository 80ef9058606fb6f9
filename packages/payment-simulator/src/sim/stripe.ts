import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds } from '../ids.ts';
import { payInvoice } from '../pages/invoice.ts';
import { TEST_CARD } from '../stripe/cards.ts';
import { closeDispute, escalateDispute, openDispute, reviewDispute } from '../stripe/disputes.ts';
import { expireChange } from '../stripe/plan-change.ts';
import { createRefund, settleRefund } from '../stripe/refunds.ts';
import type { StoredSession } from '../stripe/session-body.ts';
import { rememberPayment } from '../stripe/session-past.ts';
import { answerChallenge, paySession } from '../stripe/session-pay.ts';
import { payLater, settleSlow } from '../stripe/session-slow.ts';
import { expireSession, findSession } from '../stripe/sessions.ts';
import { renewSubscription, retryRenewal, shiftSubscription } from '../stripe/subscription-cycle.ts';
import {
  cancelInPortal,
  endSubscription,
  requireSubscription,
  type StoredSubscription,
  setCancelAtPeriodEnd,
} from '../stripe/subscriptions.ts';
import { newestOf } from './newest.ts';
import { SimError, simRoute } from './route.ts';

function requireSession(context: Context, id: string | undefined): StoredSession {
  const session = findSession(context, id ?? '');
  if (!session) throw new SimError(404, `No checkout session ${id}.`);
  return session;
}

/** The charge of any id of its family; the newest paid one if there are several. */
function chargeOf(context: Context, id: string): string {
  const named = context.store.any(id);
  if (!named) throw new SimError(404, `Nothing is known as ${id}.`);
  if (named.kind === 'charge') return id;
  if (named.kind === 'payment_intent') return String(named.body.latest_charge);
  const paid = context.store
    .family(named.root)
    .filter((object) => object.kind === 'charge' && object.body.paid === true);
  const newest = paid.at(-1);
  if (!newest) throw new SimError(409, `Nothing was paid for ${id}.`);
  return newest.id;
}

/** Finds a subscription by its own id or its checkout session's. */
function subscriptionOf(context: Context, id: string | undefined): StoredSubscription {
  const session = findSession(context, id ?? '');
  return requireSubscription(
    context,
    typeof session?.body.subscription === 'string' ? session.body.subscription : (id ?? ''),
  );
}

const pay = z.strictObject({
  card: z.string().default(TEST_CARD),
  email: z.string().default('lucia@example.com'),
  name: z.string().default('Lucía Compradora'),
});
const outcome = z.strictObject({ outcome: z.enum(['paid', 'failed']).default('paid') });
const renewal = z.strictObject({ outcome: z.enum(['paid', 'failed', 'open']).default('paid') });
const amount = z.number().int().positive().optional();
const session = '/stripe/sessions/:id';
const subscription = '/stripe/subscriptions/:id';

const past = z.strictObject({
  id: z.string(),
  paymentId: z.string(),
  userId: z.string(),
  cents: z.number().int().positive(),
  email: z.string(),
  name: z.string(),
  created: z.number().int(),
});

/** Switches for immediate actions of Stripe, the buyer or the bank, and for the passage of time. */
export const stripeSwitches: Route[] = [
  simRoute('POST', `${session}/pay`, pay, ({ context, params }, input) => {
    const card = { number: input.card.replaceAll(' ', ''), expMonth: 12, expYear: 2034, cvc: '123', name: input.name };
    const { id, body } = requireSession(context, params.id);
    return paySession(context, id, { email: body.customer_email ?? input.email, card });
  }),
  simRoute('POST', `${session}/authenticate`, z.strictObject({ passed: z.boolean() }), ({ context, params }, input) => {
    const answered = answerChallenge(context, requireSession(context, params.id).id, input.passed);
    if (!answered) throw new SimError(409, `The bank asks nothing about ${params.id}.`);
    return answered;
  }),
  simRoute('POST', '/stripe/remember', z.strictObject({ payments: z.array(past) }), ({ context }, input) => ({
    added: input.payments.filter((payment) => rememberPayment(context, payment)).length,
  })),
  simRoute(
    'POST',
    `${session}/pay-later`,
    z.strictObject({ settleAfter: z.number().int().min(0).nullable().default(null) }),
    ({ context, params }, input) =>
      payLater(
        context,
        requireSession(context, params.id),
        { email: 'lucia@example.com', name: 'Lucía Compradora' },
        input.settleAfter === null ? null : nowSeconds() + input.settleAfter,
      ),
  ),
  simRoute(
    'POST',
    `${session}/settle`,
    z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
    ({ context, params }, input) => settleSlow(context, requireSession(context, params.id), input.outcome),
  ),
  simRoute('POST', `${session}/expire`, z.strictObject({}), ({ context, params }) =>
    expireSession(context, requireSession(context, params.id)),
  ),
  simRoute(
    'POST',
    `${session}/tamper`,
    z.strictObject({ amount_total: amount, currency: z.string().optional(), expires_at: z.number().int().optional() }),
    ({ context, params }, input) => {
      const stored = requireSession(context, params.id);
      const { amount_total = stored.body.amount_total, currency = stored.body.currency } = input;
      const { expires_at = stored.body.expires_at } = input;
      stored.body = { ...stored.body, amount_total, amount_subtotal: amount_total, currency, expires_at };
      context.store.save(stored);
      return stored.body;
    },
  ),
  simRoute(
    'POST',
    '/stripe/refund',
    z.strictObject({ id: z.string(), amount, pending: z.boolean().default(false) }),
    ({ context }, input): Stripe.Refund =>
      createRefund(context, { charge: chargeOf(context, input.id), amount: input.amount }, input.pending),
  ),
  simRoute(
    'POST',
    '/stripe/refund/settle',
    z.strictObject({ id: z.string(), status: z.enum(['succeeded', 'failed', 'canceled']) }),
    ({ context }, input) => settleRefund(context, newestOf(context, 'refund', input.id), input.status),
  ),
  simRoute(
    'POST',
    '/stripe/dispute',
    z.strictObject({
      id: z.string(),
      amount,
      reason: z.string().default('fraudulent'),
      inquiry: z.boolean().default(false),
    }),
    ({ context }, { id, ...input }) => openDispute(context, { charge: chargeOf(context, id), ...input }),
  ),
  simRoute('POST', '/stripe/dispute/review', z.strictObject({ id: z.string() }), ({ context }, input) =>
    reviewDispute(context, newestOf(context, 'dispute', input.id)),
  ),
  simRoute('POST', '/stripe/dispute/escalate', z.strictObject({ id: z.string() }), ({ context }, input) =>
    escalateDispute(context, newestOf(context, 'dispute', input.id)),
  ),
  simRoute(
    'POST',
    '/stripe/dispute/close',
    z.strictObject({ id: z.string(), status: z.enum(['won', 'lost', 'warning_closed']) }),
    ({ context }, input) => closeDispute(context, newestOf(context, 'dispute', input.id), input.status),
  ),
  simRoute('POST', `${subscription}/renew`, renewal, ({ context, params }, input) =>
    renewSubscription(context, subscriptionOf(context, params.id), input.outcome),
  ),
  simRoute('POST', `${subscription}/retry`, outcome, ({ context, params }, input) =>
    retryRenewal(context, subscriptionOf(context, params.id), input.outcome),
  ),
  simRoute(
    'POST',
    `${subscription}/cancel-at-period-end`,
    z.strictObject({ value: z.boolean().default(true) }),
    ({ context, params }, input) => setCancelAtPeriodEnd(context, subscriptionOf(context, params.id), input.value),
  ),
  simRoute(
    'POST',
    `${subscription}/portal`,
    z.strictObject({ cancel: z.boolean().default(true) }),
    ({ context, params }, input) => cancelInPortal(context, subscriptionOf(context, params.id), input.cancel),
  ),
  simRoute('POST', `${subscription}/card`, z.strictObject({ card: z.string() }), ({ context, params }, input) => {
    const stored = subscriptionOf(context, params.id);
    stored.hidden = { ...stored.hidden, card: { ...stored.hidden.card, number: input.card.replaceAll(' ', '') } };
    context.store.save(stored);
    return stored.body;
  }),
  simRoute('POST', `${subscription}/expire-change`, z.strictObject({}), ({ context, params }) => {
    const stored = subscriptionOf(context, params.id);
    expireChange(context, stored);
    return stored.body;
  }),
  simRoute(
    'POST',
    '/stripe/invoices/:id/pay',
    z.strictObject({ card: z.string().default(TEST_CARD) }),
    ({ context, params }, input) => ({ paid: payInvoice(context, params.id ?? '', input.card.replaceAll(' ', '')) }),
  ),
  simRoute(
    'POST',
    `${subscription}/end`,
    z.strictObject({ reason: z.enum(['cancellation_requested', 'payment_failed']).default('cancellation_requested') }),
    ({ context, params }, input) => endSubscription(context, subscriptionOf(context, params.id), input.reason),
  ),
  simRoute(
    'POST',
    `${subscription}/shift`,
    z.strictObject({ seconds: z.number().int() }),
    ({ context, params }, input) => shiftSubscription(context, subscriptionOf(context, params.id), input.seconds),
  ),
];
