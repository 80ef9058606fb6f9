import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds } from '../ids.ts';
import { type Decline, TEST_CARD } from './cards.ts';
import { chargeCard } from './charging.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import type { SessionBody, StoredSession } from './session-body.ts';
import { completeSession, intentOf } from './session-pay.ts';

/** Settlement time of a bank debit from the hosted page; real banks take days. */
export const SLOW_SECONDS = 120;

const REFUSED: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  decline_code: 'insufficient_funds',
  message: 'The payment attempt failed because the account has insufficient funds.',
};

/**
 * Completes a session by bank debit: complete but unpaid until the debit succeeds or fails.
 *
 * @param settlesAt time of the settlement in seconds since 1970; null if only a switch settles it
 */
export function payLater(
  context: Context,
  session: StoredSession,
  payer: { email: string; name: string },
  settlesAt: number | null,
): SessionBody {
  if (session.body.status !== 'open') throw invalid('This Checkout Session is not open.');
  if (session.body.mode !== 'payment') throw invalid('A bank debit needs a Checkout Session in `payment` mode.');
  if (!session.body.payment_method_types.includes('sepa_debit'))
    throw invalid('This Checkout Session does not offer `sepa_debit`.');
  const card = { number: TEST_CARD, expMonth: 12, expYear: 2034, cvc: '123', name: payer.name };
  const input = { email: payer.email, card };
  const intent = intentOf(context, session);
  intent.body = { ...intent.body, status: 'processing', payment_method_types: ['sepa_debit'] };
  context.store.save(intent);
  emit(context, 'payment_intent.processing', session.id, intent.body);
  session.hidden = { ...session.hidden, slow: { input, settlesAt } };
  return completeSession(context, session, input, {
    payment_intent: intent.id,
    payment_method_types: ['sepa_debit'],
    payment_status: 'unpaid',
  });
}

function nameDebit(context: Context, id: string): void {
  const charge = context.store.get<Stripe.Charge>('charge', id);
  if (!charge) throw new Error(`charge ${id} was not stored`);
  const debit = {
    bank_code: '3704',
    branch_code: null,
    country: 'DE',
    fingerprint: null,
    last4: '3000',
    mandate: null,
  };
  charge.body = {
    ...charge.body,
    payment_method_details: { type: 'sepa_debit', sepa_debit: debit },
  };
  context.store.save(charge);
}

/** Settles a bank debit. */
export function settleSlow(context: Context, session: StoredSession, outcome: 'succeeded' | 'failed'): SessionBody {
  const { slow } = session.hidden;
  if (!slow) throw invalid('This Checkout Session waits for no money.');
  const intent = intentOf(context, session);
  const forced = outcome === 'failed' ? REFUSED : undefined;
  const charged = chargeCard(context, intent, slow.input.card, slow.input.email, forced);
  nameDebit(context, charged.intent.latest_charge as string);
  session.hidden = { ...session.hidden, slow: undefined };
  if (outcome === 'succeeded') session.body = { ...session.body, payment_status: 'paid' };
  context.store.save(session);
  emit(context, `checkout.session.async_payment_${outcome}`, session.id, session.body);
  return session.body;
}

/** Settles due bank debits. */
export function settleDueSlow(context: Context, find: (id: string) => StoredSession): void {
  const due = context.store.all<{ id: string }>(
    "select id from objects where kind = 'session' and json_extract(hidden, '$.slow.settlesAt') <= ?",
    nowSeconds(),
  );
  context.store.tx(() => {
    for (const { id } of due) settleSlow(context, find(id), 'succeeded');
  });
}
