import 'server-only';
import Stripe from 'stripe';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestKey } from '@/lib/payments/request-key';
import { isMissing, stripe } from '@/lib/payments/stripe/client';
import { idOf } from '@/lib/payments/stripe/id-of';
import type { ClubPlan } from './index';

type ClubSession = {
  userId: string;
  email: string | null;
  plan: ClubPlan;
  /** The id of the price at Stripe. */
  price: string;
  locale: Locale;
  siteUrl: string;
  expiresAt: Date;
  /** The id of the page in the database, used as idempotency key. */
  pageId: string;
};

/** Opens Stripe's page for a subscription. All parameters come from the page's row. */
export function createClubSession(input: ClubSession): Promise<Stripe.Checkout.Session> {
  const metadata = { club_user_id: input.userId, club_plan: input.plan };
  const parameters: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    // A stored price, because the prices of a page's own data are inactive, and a schedule cannot refer to them.
    line_items: [{ quantity: 1, price: input.price }],
    client_reference_id: input.userId,
    ...(input.email ? { customer_email: input.email } : {}),
    expires_at: Math.floor(input.expiresAt.getTime() / 1000),
    metadata,
    subscription_data: { metadata },
    locale: input.locale,
    success_url: `${input.siteUrl}/api/club-return?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${input.siteUrl}/club`,
  };
  return stripe().checkout.sessions.create(parameters, {
    idempotencyKey: requestKey(`club:${input.pageId}`, parameters),
  });
}

/** The current state of a subscription, with its schedule; null if Stripe does not know the id. */
export async function findSubscription(id: string): Promise<Stripe.Subscription | null> {
  try {
    return await stripe().subscriptions.retrieve(id, { expand: ['schedule.phases.items.price'] });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Ends something at Stripe that may have ended meanwhile: ignores a refusal. */
async function ignoreRefusal(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/**
 * Releases the schedule that manages a subscription, and so drops the plan that it would change to. Stripe refuses
 * to change the cancellation of a subscription while a schedule manages it.
 */
export async function releaseSchedule({ schedule }: Stripe.Subscription): Promise<void> {
  if (schedule) await ignoreRefusal(stripe().subscriptionSchedules.release(idOf(schedule)));
}

/** Drops a change of plan: one that waits for its payment, unless it was paid meanwhile, and one of the next period. */
export async function dropPlanChange(subscription: Stripe.Subscription): Promise<void> {
  const { pending_update, latest_invoice } = subscription;
  if (pending_update && latest_invoice) await ignoreRefusal(stripe().invoices.voidInvoice(idOf(latest_invoice)));
  await releaseSchedule(subscription);
}

/**
 * Ends a subscription with its period, or renews it again. Stripe's portal sets a date, which resetting the flag does
 * not remove.
 */
export async function setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<void> {
  const subscription = await stripe().subscriptions.retrieve(id);
  await (cancel ? dropPlanChange(subscription) : releaseSchedule(subscription));
  const { cancel_at: date, cancel_at_period_end: flag, items } = subscription;
  const isDated = !flag && date !== null;
  if (cancel && isDated && date <= (items.data[0]?.current_period_end ?? 0)) return;
  await stripe().subscriptions.update(id, !cancel && isDated ? { cancel_at: '' } : { cancel_at_period_end: cancel });
}

/** Ends a subscription now. Stripe then stops collecting its unpaid invoices. */
export async function endNow(id: string): Promise<void> {
  const subscription = await findSubscription(id);
  if (!subscription) return;
  await dropPlanChange(subscription);
  try {
    await stripe().subscriptions.cancel(id, { prorate: false, invoice_now: false });
  } catch (error) {
    // It has ended in the meantime.
    if (!isMissing(error)) throw error;
  }
}

/**
 * Ends a subscription with its paid time: with its period, or at once if that is unpaid, because Stripe would collect
 * it until its end.
 */
export async function endAfterPaidPeriod(id: string): Promise<void> {
  const { data } = await stripe().invoices.list({ subscription: id, status: 'paid', limit: 100 });
  const now = Date.now() / 1000;
  const isPaid = data.some(({ lines }) => lines.data.some(({ period }) => period.end > now));
  await (isPaid ? setCancelAtPeriodEnd(id, true) : endNow(id));
}

/** The address of Stripe's portal for a subscription; null if there is none. */
export async function openPortal(id: string, returnUrl: string): Promise<string | null> {
  const subscription = await findSubscription(id);
  if (!subscription) return null;
  const customer = idOf(subscription.customer);
  return (await stripe().billingPortal.sessions.create({ customer, return_url: returnUrl })).url;
}
