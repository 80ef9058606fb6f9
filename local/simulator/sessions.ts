import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { json, type Reply, stripeError } from './http.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const numberText = z.coerce.number().int();

const createSchema = z.object({
  mode: z.literal('payment'),
  success_url: z.url(),
  cancel_url: z.url(),
  client_reference_id: z.string().optional(),
  customer_email: z.email().optional(),
  locale: z.string().optional(),
  expires_at: numberText.optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  payment_intent_data: z.object({ metadata: z.record(z.string(), z.string()).default({}) }).optional(),
  line_items: z
    .record(
      z.string(),
      z.object({
        quantity: numberText.default(1),
        price_data: z.object({
          currency: z.string().length(3),
          unit_amount: numberText,
          product_data: z.object({ name: z.string().min(1), description: z.string().optional() }),
        }),
      }),
    )
    .transform((items) => Object.values(items)),
});

export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  amount_subtotal: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  payment_intent_data: Record<string, string>;
  locale: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  created: number;
  expires_at: number;
  livemode: false;
  line_name: string;
};

export const newId = (prefix: string) => `${prefix}_${randomBytes(14).toString('hex')}`;
const now = () => Math.floor(Date.now() / 1000);

export function createSession(store: Store, origin: string, form: unknown): Reply {
  const parsed = createSchema.safeParse(form);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return stripeError(400, {
      type: 'invalid_request_error',
      code: 'parameter_invalid',
      param: issue?.path.join('.'),
      message: `Invalid ${issue?.path.join('.')}: ${issue?.message}`,
    });
  }
  const input = parsed.data;
  const first = input.line_items[0];
  const total = input.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0);
  if (!first || total < 50) {
    return stripeError(400, {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: 'The Checkout Session total amount must be at least €0.50 eur.',
    });
  }
  const id = newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: total,
    amount_subtotal: total,
    currency: first.price_data.currency.toLowerCase(),
    client_reference_id: input.client_reference_id ?? null,
    customer_email: input.customer_email ?? null,
    metadata: input.metadata,
    payment_intent: null,
    payment_intent_data: input.payment_intent_data?.metadata ?? {},
    locale: input.locale ?? null,
    success_url: input.success_url,
    cancel_url: input.cancel_url,
    url: `${origin}/pay/${id}`,
    created: now(),
    expires_at: input.expires_at ?? now() + 86_400,
    livemode: false,
    line_name: first.price_data.product_data.name,
  };
  store.put('session', id, session);
  return json(200, session);
}

export function readSession(store: Store, webhooks: Webhooks, id: string): Session | undefined {
  const session = store.get<Session>('session', id);
  if (session?.status === 'open' && session.expires_at <= now()) return expire(store, webhooks, session);
  return session;
}

export function expire(store: Store, webhooks: Webhooks, session: Session): Session {
  const expired: Session = { ...session, status: 'expired', url: null };
  store.put('session', session.id, expired);
  webhooks.emit('checkout.session.expired', expired);
  return expired;
}

/** The buyer paid on the hosted page. Paying twice changes nothing. */
export function pay(store: Store, webhooks: Webhooks, session: Session): Session {
  if (session.status !== 'open') return session;
  const intentId = newId('pi');
  const chargeId = newId('ch');
  const shared = { amount: session.amount_total, currency: session.currency, created: now(), livemode: false };
  const metadata = session.payment_intent_data;
  store.put('charge', chargeId, { ...shared, id: chargeId, object: 'charge', payment_intent: intentId, status: 'succeeded', amount_refunded: 0, refunded: false, metadata });
  const intent = { ...shared, id: intentId, object: 'payment_intent', status: 'succeeded', latest_charge: chargeId, metadata };
  store.put('payment_intent', intentId, intent);
  const complete: Session = { ...session, status: 'complete', payment_status: 'paid', payment_intent: intentId, url: null };
  store.put('session', session.id, complete);
  webhooks.emit('checkout.session.completed', complete);
  webhooks.emit('payment_intent.succeeded', intent);
  return complete;
}
