import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Stored } from '../store/store.ts';
import {
  type CardProblem,
  cardProblems,
  type Decline,
  declineOf,
  isDisputed,
  NOT_AUTHENTICATED,
  needsChallenge,
} from './cards.ts';
import { chargeCard, createIntent } from './charging.ts';
import { createCustomer } from './customers.ts';
import { openDispute } from './disputes.ts';
import { emit } from './events.ts';
import { withoutEmpty } from './params.ts';
import type { PayInput, SessionBody, StoredSession } from './session-body.ts';
import { findSession } from './sessions.ts';
import { startSubscription } from './subscription-start.ts';

type PayResult =
  | { outcome: 'paid'; session: SessionBody }
  | { outcome: 'declined'; decline: Decline }
  /** 3-D Secure is required. */
  | { outcome: 'challenge' }
  | { outcome: 'invalid'; problems: (CardProblem | 'invalid_email')[] }
  | { outcome: 'closed'; session: SessionBody };

export function completeSession(
  context: Context,
  session: StoredSession,
  input: PayInput,
  changes: Partial<SessionBody>,
): SessionBody {
  const { name } = input.card;
  const address = { city: null, country: 'ES', line1: null, line2: null, postal_code: null, state: null };
  session.body = {
    ...session.body,
    payment_status: 'paid',
    ...changes,
    status: 'complete',
    url: null,
    customer_details: {
      address,
      business_name: null,
      email: input.email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  };
  context.store.save(session);
  emit(context, 'checkout.session.completed', session.id, session.body);
  return session.body;
}

/** The payment intent of a session, created on first use. */
export function intentOf(context: Context, { id, body, hidden }: StoredSession): Stored<Stripe.PaymentIntent> {
  const known = typeof body.payment_intent === 'string' ? body.payment_intent : undefined;
  return (
    (known && context.store.get<Stripe.PaymentIntent>('payment_intent', known)) ||
    createIntent(context, {
      root: id,
      amount: body.amount_total ?? 0,
      currency: body.currency ?? 'eur',
      customer: body.customer as string | null,
      metadata: withoutEmpty(hidden.intentData?.metadata),
      description: hidden.intentData?.description,
      receiptEmail: hidden.intentData?.receipt_email,
    })
  );
}

/** Starts 3-D Secure: the session stays open until the result. */
function challenge(context: Context, session: StoredSession, input: PayInput): PayResult {
  session.hidden = { ...session.hidden, challenge: input };
  if (session.body.mode === 'payment') {
    const intent = intentOf(context, session);
    const redirect_to_url = { return_url: null, url: `${context.url}/pay/${session.id}/3ds` };
    intent.body = {
      ...intent.body,
      status: 'requires_action',
      next_action: { redirect_to_url, type: 'redirect_to_url' },
    };
    context.store.save(intent);
    session.body = { ...session.body, payment_intent: intent.id };
    emit(context, 'payment_intent.requires_action', session.id, intent.body);
  }
  context.store.save(session);
  return { outcome: 'challenge' };
}

function payOnce(context: Context, session: StoredSession, input: PayInput, forced?: Decline): PayResult {
  const { body } = session;
  const wantsCustomer = body.customer_creation === 'always' && body.customer === null;
  const intent = intentOf(context, session);
  intent.body = { ...intent.body, next_action: null };
  const result = chargeCard(context, intent, input.card, input.email, forced);
  if (!result.ok) {
    session.body = { ...body, payment_intent: intent.id };
    context.store.save(session);
    return { outcome: 'declined', decline: result.decline };
  }
  const customer = wantsCustomer
    ? createCustomer(context, { email: input.email, name: input.card.name }).id
    : body.customer;
  const paid = completeSession(context, session, input, { payment_intent: intent.id, customer });
  if (isDisputed(input.card))
    openDispute(context, { charge: result.intent.latest_charge as string, reason: 'fraudulent' });
  return { outcome: 'paid', session: paid };
}

function paySubscription(context: Context, session: StoredSession, input: PayInput): PayResult {
  const { body } = session;
  const customer =
    (body.customer as string | null) ?? createCustomer(context, { email: input.email, name: input.card.name }).id;
  const started = startSubscription(context, session, customer, input);
  if (!started.ok) return { outcome: 'declined', decline: started.decline };
  return {
    outcome: 'paid',
    session: completeSession(context, session, input, {
      customer,
      subscription: started.subscription,
      invoice: started.invoice,
    }),
  };
}

/** Pays a session, as the Pay button does: checks the card, charges it and completes the session. */
export function paySession(context: Context, id: string, input: PayInput): PayResult | undefined {
  return context.store.tx(() => {
    const session = findSession(context, id);
    if (!session) return undefined;
    if (session.body.status !== 'open') return { outcome: 'closed', session: session.body };
    const problems: (CardProblem | 'invalid_email')[] = cardProblems(input.card);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.email)) problems.unshift('invalid_email');
    if (problems.length > 0) return { outcome: 'invalid', problems };
    if (needsChallenge(input.card)) return challenge(context, session, input);
    return session.body.mode === 'subscription'
      ? paySubscription(context, session, input)
      : payOnce(context, session, input);
  });
}

/** Applies the result of 3-D Secure: charges the card, or lets the buyer try another one. */
export function answerChallenge(context: Context, id: string, passed: boolean): PayResult | undefined {
  return context.store.tx(() => {
    const session = findSession(context, id);
    const input = session?.hidden.challenge;
    if (!session || !input) return undefined;
    session.hidden = { ...session.hidden, challenge: undefined };
    context.store.save(session);
    if (session.body.status !== 'open') return { outcome: 'closed', session: session.body };
    const decline = passed ? declineOf(input.card) : NOT_AUTHENTICATED;
    if (session.body.mode === 'payment') return payOnce(context, session, input, decline);
    return decline ? { outcome: 'declined', decline } : paySubscription(context, session, input);
  });
}
