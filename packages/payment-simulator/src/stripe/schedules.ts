import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds } from '../ids.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { type LineBody, lineOfPrice } from './prices.ts';
import { newSchedule, type Phase, type StoredSchedule } from './schedule-body.ts';
import { changeSubscription, periodOf, requireSubscription, type StoredSubscription } from './subscriptions.ts';

export function requireSchedule(context: Context, id: string): StoredSchedule {
  const found = context.store.get<Stripe.SubscriptionSchedule>('schedule', id);
  if (!found) throw noSuch('subscription schedule', id, 'schedule');
  return found;
}

/** The schedule that manages a subscription. */
const scheduleOf = (context: Context, { body }: StoredSubscription): StoredSchedule | undefined =>
  body.schedule ? requireSchedule(context, String(body.schedule)) : undefined;

type News = 'created' | 'updated' | 'released' | 'completed' | 'canceled';

export function saveSchedule(
  context: Context,
  stored: StoredSchedule,
  changes: Partial<Stripe.SubscriptionSchedule>,
  news: News,
): Stripe.SubscriptionSchedule {
  stored.body = { ...stored.body, ...changes };
  context.store.save(stored);
  emit(context, `subscription_schedule.${news}`, stored.root, stored.body);
  return stored.body;
}

/** Refuses calls that a schedule in a final state does not allow. */
export function requireRunning({ body }: StoredSchedule, act: string): void {
  if (body.status === 'active' || body.status === 'not_started') return;
  throw invalid(
    `You cannot ${act} a subscription schedule that is currently in the \`${body.status}\` status. It must be in \`not_started\` or \`active\` status.`,
  );
}

/** Refuses changes of the cancellation, and of items, of a subscription that a schedule manages. */
export function requireUnmanaged({ body }: StoredSubscription, change: { items?: unknown; cancels: boolean }): void {
  if (!body.schedule) return;
  if (change.cancels)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${body.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      'cancel_at_period_end',
    );
  if (change.items)
    throw invalid('The simulator does not change the items of a subscription that a schedule manages.', 'items');
}

/** Creates a schedule for a subscription with one phase, its current period. */
export function migrate(context: Context, subscription: string): Stripe.SubscriptionSchedule {
  const stored = requireSubscription(context, subscription, 'from_subscription');
  if (stored.body.schedule)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${stored.body.schedule}.`,
      'from_subscription',
    );
  if (stored.body.status === 'canceled')
    throw invalid('You cannot migrate a subscription that is canceled.', 'from_subscription');
  const schedule = newSchedule(stored.body);
  context.store.put('schedule', schedule, { root: stored.root });
  emit(context, 'subscription_schedule.created', stored.root, schedule);
  changeSubscription(context, stored, { schedule: schedule.id });
  return schedule;
}

/** Ends a schedule and leaves its subscription as it is. */
export function releaseSchedule(
  context: Context,
  stored: StoredSchedule,
  state: 'released' | 'completed' = 'released',
): Stripe.SubscriptionSchedule {
  requireRunning(stored, 'release');
  const subscription = String(stored.body.subscription);
  const now = nowSeconds();
  const ended = state === 'released' ? { released_at: now } : { completed_at: now };
  changeSubscription(context, requireSubscription(context, subscription), { schedule: null });
  const changes = { status: state, current_phase: null, subscription: null, released_subscription: subscription };
  return saveSchedule(context, stored, { ...changes, ...ended }, state);
}

/**
 * Enters the phase of the next period. Returns the line of the renewal if it changes, or `ends` if the schedule cancels
 * its subscription.
 */
export function enterNextPhase(context: Context, stored: StoredSubscription): LineBody | 'ends' | null {
  const schedule = scheduleOf(context, stored);
  if (!schedule || (schedule.body.current_phase?.end_date ?? 0) > periodOf(stored.body).end) return null;
  const { phases, current_phase: current, end_behavior: end } = schedule.body;
  const next = phases.find((phase) => phase.start_date >= (current?.end_date ?? 0));
  if (!next) {
    if (end === 'cancel') return 'ends';
    releaseSchedule(context, schedule, 'completed');
    stored.body = requireSubscription(context, stored.id).body;
    return null;
  }
  const { start_date, end_date } = next;
  saveSchedule(context, schedule, { current_phase: { start_date, end_date } }, 'updated');
  const [item] = next.items;
  const price = String(item?.price);
  if (price === stored.body.items.data[0]?.price.id) return null;
  return lineOfPrice(context, price, item?.quantity ?? 1, false);
}

/** Shifts the dates of a subscription's schedule with it. */
export function shiftSchedule(context: Context, subscription: StoredSubscription, seconds: number): void {
  const stored = scheduleOf(context, subscription);
  if (!stored) return;
  const moved = <T extends Pick<Phase, 'start_date' | 'end_date'>>(phase: T): T => ({
    ...phase,
    start_date: phase.start_date + seconds,
    end_date: phase.end_date + seconds,
  });
  const { phases, current_phase: current } = stored.body;
  stored.body = { ...stored.body, phases: phases.map(moved), current_phase: current && moved(current) };
  context.store.save(stored);
}
