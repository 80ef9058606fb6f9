import type { Context } from '../context.ts';
import { TEST_CARD } from './cards.ts';
import { chargeCard } from './charging.ts';
import { newSession } from './session-body.ts';
import { intentOf } from './session-pay.ts';
import { findSession } from './sessions.ts';

const day = 24 * 60 * 60;

export type PastPayment = {
  /** Id of the checkout session. */
  id: string;
  paymentId: string;
  userId: string;
  cents: number;
  email: string;
  name: string;
  /** Time of the payment, in seconds since 1970. */
  created: number;
};

/**
 * Imports an earlier card payment, which can be refunded and disputed. The shop knows it already, so no event is sent.
 *
 * @returns false if it was imported before
 */
export function rememberPayment(context: Context, past: PastPayment): boolean {
  if (findSession(context, past.id)) return false;
  const { id, cents, email, name, created } = past;
  const metadata = { pago_id: past.paymentId };
  const body = newSession(
    { mode: 'payment', line_items: [], success_url: '', client_reference_id: past.userId, metadata },
    { id, total: cents, currency: 'eur', created, expiresAt: created + day, url: '' },
  );
  context.store.put('session', body, { root: id, hidden: { lines: [], intentData: { metadata } } });
  const session = findSession(context, id);
  if (!session) throw new Error(`session ${id} was not stored`);
  const intent = intentOf(context, session);
  intent.body = { ...intent.body, created };
  const card = { number: TEST_CARD, expMonth: 12, expYear: 2034, cvc: '123', name };
  const result = chargeCard(context, intent, card, email);
  if (!result.ok) throw new Error(`session ${id} was not paid`);
  session.body = { ...body, payment_intent: intent.id, payment_status: 'paid', status: 'complete', url: null };
  context.store.save(session);
  const charge = context.store.any(String(result.intent.latest_charge));
  if (charge) context.store.save({ ...charge, body: { ...charge.body, created } });
  context.store.run('delete from deliveries where root = ?', id);
  context.store.run('delete from events where root = ?', id);
  return true;
}
