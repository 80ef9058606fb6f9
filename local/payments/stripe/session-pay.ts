import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { type Card, type CardProblem, cardProblems, type Decline, isDisputed } from './cards.ts';
import { chargeCard, createIntent } from './charging.ts';
import { createCustomer } from './customers.ts';
import { openDispute } from './disputes.ts';
import { emit } from './events.ts';
import { withoutEmpty } from './params.ts';
import type { SessionBody, StoredSession } from './session-body.ts';
import { findSession } from './sessions.ts';
import { startSubscription } from './subscription-start.ts';

type PayInput = { email: string; card: Card };

type PayResult =
  | { outcome: 'paid'; session: SessionBody }
  | { outcome: 'declined'; decline: Decline }
  | { outcome: 'invalid'; problems: (CardProblem | 'invalid_email')[] }
  | { outcome: 'closed'; session: SessionBody };

function complete(
  context: Context,
  session: StoredSession,
  input: PayInput,
  changes: Partial<SessionBody>,
): SessionBody {
  const { name } = input.card;
  const address = { city: null, country: 'ES', line1: null, line2: null, postal_code: null, state: null };
  session.body = {
    ...session.body,
    ...changes,
    status: 'complete',
    payment_status: 'paid',
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

function payOnce(context: Context, session: StoredSession, input: PayInput): PayResult {
  const { body, hidden } = session;
  const intentId = typeof body.payment_intent === 'string' ? body.payment_intent : undefined;
  const wantsCustomer = body.customer_creation === 'always' && body.customer === null;
  const intent =
    (intentId && context.store.get<Stripe.PaymentIntent>('payment_intent', intentId)) ||
    createIntent(context, {
      root: session.id,
      amount: body.amount_total ?? 0,
      currency: body.currency ?? 'eur',
      customer: body.customer as string | null,
      metadata: withoutEmpty(hidden.intentData?.metadata),
      description: hidden.intentData?.description,
      receiptEmail: hidden.intentData?.receipt_email,
    });
  const result = chargeCard(context, intent, input.card, input.email);
  if (!result.ok) {
    session.body = { ...body, payment_intent: intent.id };
    context.store.save(session);
    return { outcome: 'declined', decline: result.decline };
  }
  const customer = wantsCustomer
    ? createCustomer(context, { email: input.email, name: input.card.name }).id
    : body.customer;
  const paid = complete(context, session, input, { payment_intent: intent.id, customer });
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
    session: complete(context, session, input, {
      customer,
      subscription: started.subscription,
      invoice: started.invoice,
    }),
  };
}

/** What happens when the buyer presses Pay: card checks, the charge, and everything that follows from it. */
export function paySession(context: Context, id: string, input: PayInput): PayResult | undefined {
  return context.store.tx(() => {
    const session = findSession(context, id);
    if (!session) return undefined;
    if (session.body.status !== 'open') return { outcome: 'closed', session: session.body };
    const problems: (CardProblem | 'invalid_email')[] = cardProblems(input.card);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.email)) problems.unshift('invalid_email');
    if (problems.length > 0) return { outcome: 'invalid', problems };
    return session.body.mode === 'subscription'
      ? paySubscription(context, session, input)
      : payOnce(context, session, input);
  });
}
