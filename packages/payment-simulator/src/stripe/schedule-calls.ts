import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { stripeRoute } from './api.ts';
import { invalid } from './errors.ts';
import { answer } from './expand.ts';
import { boolean, expand, mergeMetadata, metadata, positiveInteger, text } from './params.ts';
import { lineOfPrice } from './prices.ts';
import { newPhase, type Phase, type StoredSchedule } from './schedule-body.ts';
import { migrate, releaseSchedule, requireRunning, requireSchedule, saveSchedule } from './schedules.ts';
import { addPeriod } from './subscription-start.ts';
import { endSubscription, requireSubscription } from './subscriptions.ts';

const prorations = z.enum(['always_invoice', 'create_prorations', 'none']);
const phaseSchema = z.strictObject({
  items: z.array(z.strictObject({ price: text, quantity: positiveInteger.optional() })).length(1),
  start_date: positiveInteger.optional(),
  end_date: positiveInteger.optional(),
  duration: z
    .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: positiveInteger.optional() })
    .optional(),
  proration_behavior: prorations.optional(),
  billing_cycle_anchor: z.enum(['automatic', 'phase_start']).optional(),
});
type PhaseInput = z.output<typeof phaseSchema>;

const behaviours = z.enum(['release', 'cancel', 'none', 'renew']);
const createSchema = z.strictObject({
  from_subscription: text,
  end_behavior: behaviours.optional(),
  metadata: metadata.optional(),
  phases: z.unknown().optional(),
  start_date: z.unknown().optional(),
  expand,
});
const updateSchema = z.strictObject({
  phases: z.array(phaseSchema).min(1).max(10).optional(),
  end_behavior: z.enum(['release', 'cancel']).optional(),
  proration_behavior: prorations.optional(),
  metadata: metadata.optional(),
  expand,
});

/** The end of a phase: by its date or duration, or after one period of its price. */
function endOf(context: Context, input: PhaseInput, start: number, at: string): number {
  if (input.end_date !== undefined && input.duration)
    throw invalid('You may only specify one of these parameters: end_date, duration.', `${at}[duration]`);
  if (input.end_date !== undefined) {
    if (input.end_date <= start)
      throw invalid('The end date of a phase must be after its start date.', `${at}[end_date]`);
    return input.end_date;
  }
  const { interval_count = 1, interval } = input.duration ?? {};
  const { recurring } = lineOfPrice(context, input.items[0]?.price ?? '', 1, false).price;
  if (!recurring) throw invalid('The price of a phase must be recurring.', `${at}[items][0][price]`);
  return addPeriod(start, interval ? { interval, interval_count } : recurring);
}

/** Without another anchor, a phase with a price of another interval may begin without an invoice. */
function checkAnchor(
  context: Context,
  { billing_cycle_anchor: anchor }: PhaseInput,
  recurring: Stripe.Price.Recurring | null,
  previous: Phase | undefined,
  at: string,
): void {
  if (!previous || anchor === 'phase_start') return;
  const { recurring: before } = lineOfPrice(context, String(previous.items[0]?.price), 1, false).price;
  if (before?.interval !== recurring?.interval)
    throw invalid(
      'The simulator enters a price of another interval with `billing_cycle_anchor` `phase_start` only.',
      `${at}[billing_cycle_anchor]`,
    );
}

/** The phases of an update. The current one keeps its start and its item; others need active prices. */
function phasesOf(context: Context, { body }: StoredSchedule, inputs: PhaseInput[]): Phase[] {
  const current = body.phases.find(({ start_date: start }) => start === body.current_phase?.start_date);
  const phases: Phase[] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `phases[${index}]`;
    const previous = phases.at(-1);
    const start = input.start_date ?? previous?.end_date;
    if (index === 0 && start !== current?.start_date)
      throw invalid('You can not modify the start date of the current phase.', `${at}[start_date]`);
    if (start === undefined || (previous && start !== previous.end_date))
      throw invalid('The start date of a phase must be the end date of the one before.', `${at}[start_date]`);
    const [item] = input.items;
    const { price = '', quantity = 1 } = item ?? {};
    if (index === 0 && price !== current?.items[0]?.price)
      throw invalid('The simulator does not change the item of the current phase.', `${at}[items][0][price]`);
    const { recurring } = lineOfPrice(context, price, quantity, index > 0).price;
    checkAnchor(context, input, recurring, previous, at);
    const end = endOf(context, input, start, at);
    const proration = input.proration_behavior ?? 'create_prorations';
    const phase = newPhase(current?.currency ?? 'eur', { price, quantity }, { start, end }, proration);
    phases.push({ ...phase, billing_cycle_anchor: input.billing_cycle_anchor ?? null });
  }
  return phases;
}

function create(context: Context, input: z.output<typeof createSchema>): Stripe.SubscriptionSchedule {
  const other = Object.keys(input).find((name) => !['from_subscription', 'expand'].includes(name));
  if (other) throw invalid(`You cannot set \`${other}\` if \`from_subscription\` is set.`, other);
  return migrate(context, input.from_subscription);
}

function update(context: Context, id: string, input: z.output<typeof updateSchema>): Stripe.SubscriptionSchedule {
  const stored = requireSchedule(context, id);
  requireRunning(stored, 'update');
  const phases = input.phases ? phasesOf(context, stored, input.phases) : stored.body.phases;
  const [first] = phases;
  const changes = {
    phases,
    current_phase: first ? { start_date: first.start_date, end_date: first.end_date } : null,
    end_behavior: input.end_behavior ?? stored.body.end_behavior,
    metadata: mergeMetadata(stored.body.metadata, input.metadata),
  };
  return saveSchedule(context, stored, changes, 'updated');
}

const path = '/v1/subscription_schedules';

/** Schedules of existing subscriptions: an item of another price from a later phase on. */
export const scheduleRoutes: Route[] = [
  stripeRoute('POST', path, createSchema, ({ context }, input) =>
    answer(context, create(context, input), input.expand),
  ),
  stripeRoute('GET', `${path}/:id`, z.strictObject({ expand }), ({ context, params }, input) =>
    answer(context, requireSchedule(context, params.id ?? '').body, input.expand),
  ),
  stripeRoute('POST', `${path}/:id`, updateSchema, ({ context, params }, input) =>
    answer(context, update(context, params.id ?? '', input), input.expand),
  ),
  stripeRoute(
    'POST',
    `${path}/:id/release`,
    z.strictObject({ preserve_cancel_date: boolean.optional(), expand }),
    ({ context, params }, input) =>
      answer(context, releaseSchedule(context, requireSchedule(context, params.id ?? '')), input.expand),
  ),
  stripeRoute(
    'POST',
    `${path}/:id/cancel`,
    z.strictObject({ invoice_now: boolean.optional(), prorate: boolean.optional(), expand }),
    ({ context, params }, input) => {
      const stored = requireSchedule(context, params.id ?? '');
      requireRunning(stored, 'cancel');
      const subscription = requireSubscription(context, String(stored.body.subscription));
      endSubscription(context, subscription, 'cancellation_requested');
      return answer(context, requireSchedule(context, stored.id).body, input.expand);
    },
  ),
];
