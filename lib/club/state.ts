import type Stripe from 'stripe';
import type { ClubPlan, MembershipState } from './index';

export type ClubState = {
  userId: string;
  reference: string;
  plan: ClubPlan;
  state: MembershipState;
  from: Date;
  until: Date;
  /** A plan that waits for its payment, and until when. */
  change: { plan: ClubPlan; until: Date } | null;
};

type Item = { price?: { recurring: { interval: string } | null } };
type Facts = Pick<Stripe.Subscription, 'id' | 'status' | 'cancel_at_period_end' | 'cancel_at' | 'metadata'> & {
  items: { data: (Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'> & Item)[] };
  pending_update?: { expires_at: number; subscription_items: Item[] | null } | null;
};

/** The plan of an item's price. Stripe changes the metadata of no subscription whose change waits for its payment. */
function planOf(item: Item | undefined): ClubPlan | null {
  const interval = item?.price?.recurring?.interval;
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
    change: changeOf(subscription),
  };
}
