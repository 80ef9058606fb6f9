import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { boolean, expand, mergeMetadata, metadata, positiveInteger, text } from './params.ts';
import { changeItems } from './plan-change.ts';
import { itemChange } from './plan-change-params.ts';
import { requireUnmanaged } from './schedules.ts';
import {
  changeSubscription,
  endSubscription,
  periodOf,
  requireSubscription,
  setCancelAt,
  setCancelAtPeriodEnd,
} from './subscriptions.ts';

const details = z.strictObject({
  comment: text.optional(),
  feedback: z
    .enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ])
    .optional(),
});
const updateSchema = z.strictObject({
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), positiveInteger]).optional(),
  cancel_at_period_end: boolean.optional(),
  cancellation_details: details.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  items: z.array(itemChange).length(1).optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  proration_date: positiveInteger.optional(),
  expand,
});

/** Parameters of an update that is applied only after its payment. */
const PENDING = ['expand', 'items', 'payment_behavior', 'proration_behavior', 'proration_date'];

function update(context: Context, id: string, input: z.output<typeof updateSchema>): Stripe.Subscription {
  const stored = requireSubscription(context, id);
  if (stored.body.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const barred = Object.keys(input).find((name) => !PENDING.includes(name));
  if (input.payment_behavior === 'pending_if_incomplete' && barred)
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass the following params: ${PENDING.join(', ')}. You passed: ${barred}.`,
      'payment_behavior',
    );
  const cancels = input.cancel_at !== undefined || input.cancel_at_period_end !== undefined;
  requireUnmanaged(stored, { items: input.items, cancels });
  if (input.items) changeItems(context, stored, { ...input, items: input.items });
  if (input.cancel_at !== undefined && input.cancel_at_period_end !== undefined)
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  if (input.cancel_at !== undefined) {
    const date = typeof input.cancel_at === 'number' ? input.cancel_at : periodOf(stored.body).end;
    setCancelAt(context, stored, input.cancel_at === '' ? null : date, input.cancellation_details);
  }
  if (input.cancel_at_period_end !== undefined)
    setCancelAtPeriodEnd(context, stored, input.cancel_at_period_end, input.cancellation_details);
  return changeSubscription(context, stored, {
    metadata: mergeMetadata(stored.body.metadata, input.metadata),
    ...(input.description ? { description: input.description } : {}),
  });
}

const path = '/v1/subscriptions';
const statuses = z.enum([
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
]);

export const subscriptionRoutes: Route[] = [
  stripeRoute('GET', `${path}/:id`, z.strictObject({ expand }), ({ context, params }, input) =>
    answer(context, requireSubscription(context, params.id ?? '').body, input.expand),
  ),
  stripeRoute('POST', `${path}/:id`, updateSchema, ({ context, params }, input) =>
    answer(context, update(context, params.id ?? '', input), input.expand),
  ),
  stripeRoute(
    'DELETE',
    `${path}/:id`,
    z.strictObject({
      cancellation_details: details.optional(),
      invoice_now: boolean.optional(),
      prorate: boolean.optional(),
      expand,
    }),
    ({ context, params }, input) => {
      const stored = requireSubscription(context, params.id ?? '');
      if (stored.body.status === 'canceled') throw noSuch('subscription', stored.id);
      return answer(context, endSubscription(context, stored, 'cancellation_requested'), input.expand);
    },
  ),
  stripeRoute(
    'GET',
    path,
    z.strictObject({ ...listParams, customer: z.string().optional(), status: statuses.optional() }),
    ({ context }, input) => {
      const wanted = input.status === 'ended' ? 'canceled' : input.status;
      const found = context.store
        .find<Stripe.Subscription>('subscription', { customer: input.customer })
        .map((entry) => entry.body);
      const visible = found.filter((body) =>
        wanted === 'all' ? true : wanted ? body.status === wanted : body.status !== 'canceled',
      );
      return listReply(context, path, visible, input);
    },
  ),
];
