import type Stripe from 'stripe';
import type { ClubPlan, MembershipState } from './index';

export type ClubState = {
  userId: string;
  reference: string;
  plan: ClubPlan;
  state: MembershipState;
  from: Date;
  until: Date;
  /** The price of a period, in cents; null if Stripe names none. */
  cents: number | null;
  /** A plan that waits for its payment, and until when. */
  change: { plan: ClubPlan; until: Date } | null;
  /** The plan that begins with the next period, by a schedule. */
  next: { plan: ClubPlan; from: Date; cents: number } | null;
};

type Item = {
  price?: string | { id?: string; recurring?: { interval: string } | null; unit_amount?: number | null };
  quantity?: number | undefined;
};
type Facts = Pick<Stripe.Subscription, 'id' | 'status' | 'cancel_at_period_end' | 'cancel_at' | 'metadata'> & {
  items: { data: (Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'> & Item)[] };
  pending_update?: { expires_at: number; subscription_items: Item[] | null } | null;
  schedule?: string | { phases: { start_date: number; items: Item[] }[] } | null;
};

const priceOf = (item: Item | undefined) => (typeof item?.price === 'object' ? item.price : undefined);

/** The price of an item per period, in cents. */
function centsOf(item: Item | undefined): number | null {
  const cents = priceOf(item)?.unit_amount;
  return cents == null ? null : cents * (item?.quantity ?? 1);
}

/** The plan of an item's price. Stripe does not change the metadata of a subscription while a change is unpaid. */
function planOf(item: Item | undefined): ClubPlan | null {
  const interval = priceOf(item)?.recurring?.interval;
  return interval === 'year' ? 'yearly' : interval === 'month' ? 'monthly' : null;
}

function changeOf({ pending_update: pending }: Facts): ClubState['change'] {
  const plan = planOf(pending?.subscription_items?.[0]);
  return pending && plan ? { plan, until: new Date(pending.expires_at * 1000) } : null;
}

/**
 * True if the subscription ends with its period: by a date of Stripe's portal, or by the shop's flag. With a later date
 * it renews first.
 */
function endsWithPeriod({ cancel_at_period_end, cancel_at, items }: Facts): boolean {
  const [item] = items.data;
  return cancel_at_period_end || (cancel_at !== null && item !== undefined && cancel_at <= item.current_period_end);
}

/** The change of plan that a schedule makes with the next period. The same plan at the same price is not a change. */
function nextOf(facts: Facts): ClubState['next'] {
  const [item] = facts.items.data;
  if (!item || typeof facts.schedule !== 'object' || endsWithPeriod(facts)) return null;
  const phase = facts.schedule?.phases.find(({ start_date }) => start_date >= item.current_period_end);
  const [wanted] = phase?.items ?? [];
  const [plan, cents] = [planOf(wanted), centsOf(wanted)];
  if (!phase || !plan || cents === null || (plan === planOf(item) && cents === centsOf(item))) return null;
  return { plan, from: new Date(phase.start_date * 1000), cents };
}

function stateOf(facts: Facts): ClubState['state'] | null {
  switch (facts.status) {
    case 'active':
    case 'trialing':
      return endsWithPeriod(facts) ? 'cancelada_al_final' : 'activa';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'impagada';
    case 'canceled':
    case 'incomplete_expired':
      return 'terminada';
    default:
      return null;
  }
}

/** The membership state of a Stripe subscription; null if it is not of the Club, or its first payment is open. */
export function clubStateOf(subscription: Facts): ClubState | null {
  const { club_user_id: userId, club_plan: joined } = subscription.metadata;
  const [item] = subscription.items.data;
  const plan = joined && (planOf(item) ?? joined);
  const state = stateOf(subscription);
  if (!userId || !item || !state || (plan !== 'monthly' && plan !== 'yearly')) return null;
  return {
    userId,
    reference: subscription.id,
    plan,
    state,
    from: new Date(item.current_period_start * 1000),
    until: new Date(item.current_period_end * 1000),
    cents: centsOf(item),
    change: changeOf(subscription),
    next: nextOf(subscription),
  };
}
