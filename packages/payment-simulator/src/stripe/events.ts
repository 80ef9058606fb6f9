import Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { recordEvent } from '../webhooks/outbox.ts';
import { stripeRoute } from './api.ts';
import { noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { boolean, expand } from './params.ts';

/** The API version of the pinned package, which the shop's endpoint uses. */
export const API_VERSION: string = Stripe.API_VERSION;

type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.expired'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'customer.subscription.pending_update_applied'
  | 'customer.subscription.pending_update_expired'
  | `subscription_schedule.${'created' | 'updated' | 'released' | 'completed' | 'canceled'}`
  | 'invoice.paid'
  | 'invoice.payment_action_required'
  | 'invoice.payment_failed'
  | 'invoice.voided';

/** Records a Stripe event with the current state of an object and queues its webhook. */
export function emit(
  context: Context,
  type: EventType,
  root: string,
  object: unknown,
  previous?: Record<string, unknown>,
): void {
  const body = {
    id: stripeId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowSeconds(),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  recordEvent(context, { id: body.id, provider: 'stripe', type, root, body });
}

const parse = (rows: { body: string }[]) => rows.map(({ body }) => JSON.parse(body) as Stripe.Event);

const missed = `(select event_id from deliveries where status in ('pending', 'held', 'dropped'))`;

/** Lists events, newest first, optionally only delivered or undelivered ones. */
function list(context: Context, delivered?: boolean): Stripe.Event[] {
  const only = delivered === undefined ? '' : `and id ${delivered ? 'not ' : ''}in ${missed}`;
  const query = `select body from events where provider = 'stripe' ${only} order by seq desc`;
  return parse(context.store.all<{ body: string }>(query));
}

const listSchema = z.strictObject({
  ...listParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  delivery_success: boolean.optional(),
});

export const eventRoutes: Route[] = [
  stripeRoute('GET', '/v1/events/:id', z.strictObject({ expand }), ({ context, params }, input) => {
    const query = `select body from events where provider = 'stripe' and id = ?`;
    const [event] = parse(context.store.all<{ body: string }>(query, params.id ?? ''));
    if (!event) throw noSuch('event', params.id ?? '');
    return answer(context, event, input.expand);
  }),
  stripeRoute('GET', '/v1/events', listSchema, ({ context }, input) => {
    const wanted = input.types ?? (input.type ? [input.type] : undefined);
    const events = list(context, input.delivery_success).filter(({ type }) => !wanted || wanted.includes(type));
    return listReply(context, '/v1/events', events, input);
  }),
];
