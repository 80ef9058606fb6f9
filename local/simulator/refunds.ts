import { z } from 'zod';
import { json, type Reply, stripeError } from './http.ts';
import { newId } from './sessions.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

type Charge = {
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  metadata: Record<string, string>;
};

const schema = z.object({
  payment_intent: z.string(),
  amount: z.coerce.number().int().positive().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

const findCharge = (store: Store, paymentIntent: string) =>
  store.list<Charge>('charge').find((charge) => charge.payment_intent === paymentIntent);

export function createRefund(store: Store, webhooks: Webhooks, form: unknown): Reply {
  const parsed = schema.safeParse(form);
  const charge = parsed.success ? findCharge(store, parsed.data.payment_intent) : undefined;
  if (!parsed.success || !charge) {
    return stripeError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'payment_intent',
      message: 'No such payment_intent',
    });
  }
  const amount = parsed.data.amount ?? charge.amount - charge.amount_refunded;
  if (charge.refunded || amount > charge.amount - charge.amount_refunded) {
    return stripeError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  }
  const refunded = charge.amount_refunded + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  store.put('charge', charge.id, after);
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
    metadata: parsed.data.metadata,
  };
  store.put('refund', refund.id, refund);
  webhooks.emit('charge.refunded', after);
  return json(200, refund);
}

/** The buyer's bank disputes a payment (a switch for tests). */
export function dispute(store: Store, webhooks: Webhooks, paymentIntent: string): Reply {
  const charge = findCharge(store, paymentIntent);
  if (!charge) return json(404, { error: 'no such payment' });
  const body = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: paymentIntent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  webhooks.emit('charge.dispute.created', body);
  return json(200, body);
}
