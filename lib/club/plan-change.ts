import 'server-only';
import type Stripe from 'stripe';
import { z } from 'zod';
import { asRefusal, type Refusal } from '@/lib/checkout/refusals';
import { callRpc, messageOf } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';
import { createRequestClient } from '@/lib/core/supabase/server';
import { requestKey } from '@/lib/payments/request-key';
import { stripe } from '@/lib/payments/stripe/client';
import { idOf } from '@/lib/payments/stripe/id-of';
import { readClubPrices } from '@/lib/pricing/server';
import { type ClubPlan, clubPlans } from './index';
import { changeWithNextPeriod } from './plan-schedule';
import { stripePriceOf } from './prices';
import { refreshSubscription } from './refresh';
import { type ClubState, clubStateOf } from './state';
import { dropPlanChange, findSubscription, releaseSchedule } from './stripe';

const purpose = 'club-plan';
/** Validity of an offer, in seconds. */
const offerSeconds = 15 * 60;

/**
 * An offer: to yearly, the moment from which unused time is credited, and the amount due; to monthly, its first day and
 * its price.
 */
const offered = z.object({
  user: z.string(),
  reference: z.string(),
  plan: z.enum(clubPlans),
  at: z.number().int(),
  cents: z.number().int(),
});
type Offered = z.output<typeof offered>;

/** The cost of a change to the yearly plan now: due is the price less the credit for the unused time, in cents. */
type YearlyOffer = { offer: string; dueCents: number; creditCents: number; priceCents: number; renewsAt: Date };
/** The start of the monthly plan, after the paid year, and its price in cents. */
type MonthlyOffer = { offer: string; priceCents: number; startsAt: Date };
export type PlanOffer = YearlyOffer | MonthlyOffer;

/** Stripe's page to confirm or pay the change. */
type ToPay = { url: string };

const found = z.object({ ok: z.literal(true), referencia: z.string() }).transform(({ referencia }) => referencia);

type Changeable = { subscription: Stripe.Subscription; state: ClubState };

/** The signed-in person's subscription that can change to a plan, according to the database and Stripe. */
async function findChangeable(plan: ClubPlan): Promise<Changeable | Refusal> {
  const answer = await callRpc(await createRequestClient(), 'plan_club_por_cambiar', { p_plan: plan }, null, found);
  if (!answer.ok) return asRefusal(answer.error);
  const subscription = await findSubscription(answer.value);
  const state = subscription && clubStateOf(subscription);
  if (!subscription || !state) return 'sin_membresia';
  return state.state === 'activa' && state.plan !== plan ? { subscription, state } : 'plan_no_cambiable';
}

const seal = (facts: Offered): Promise<string> => sealText(purpose, JSON.stringify(facts), offerSeconds);

async function unseal(user: string, sealed: string): Promise<Offered | null> {
  const words = await unsealText(purpose, sealed);
  const offer = words === null ? null : offered.parse(JSON.parse(words));
  return offer?.user === user ? offer : null;
}

/** The change to the yearly plan at a price, with the unused time credited from a moment, in seconds. */
const changeTo = async ({ items }: Stripe.Subscription, cents: number, at: number, locale: Locale) => ({
  items: [{ id: items.data[0]?.id ?? '', price: await stripePriceOf('yearly', cents, locale) }],
  proration_behavior: 'always_invoice' as const,
  proration_date: at,
});
type Change = Awaited<ReturnType<typeof changeTo>>;

/** The invoice that a change would have. */
const previewChange = ({ id }: Stripe.Subscription, change: Change): Promise<Stripe.Invoice> =>
  stripe().invoices.createPreview({ subscription: id, subscription_details: change });

async function pageToPay({ latest_invoice: latest }: Stripe.Subscription): Promise<ToPay | Refusal> {
  const id = idOf(latest);
  const url = id && (await stripe().invoices.retrieve(id)).hosted_invoice_url;
  return url ? { url } : 'fallo';
}

async function offerYearly(
  user: string,
  { subscription }: Changeable,
  locale: Locale,
): Promise<YearlyOffer | ToPay | Refusal> {
  if (subscription.pending_update) return pageToPay(subscription);
  const at = Math.floor(Date.now() / 1000);
  const { yearly: priceCents } = await readClubPrices();
  const { amount_due: dueCents, lines } = await previewChange(
    subscription,
    await changeTo(subscription, priceCents, at, locale),
  );
  const year = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false);
  return {
    offer: await seal({ user, reference: subscription.id, plan: 'yearly', at, cents: dueCents }),
    dueCents,
    creditCents: priceCents - dueCents,
    priceCents,
    renewsAt: new Date((year?.period.end ?? at) * 1000),
  };
}

async function offerMonthly(user: string, { subscription, state }: Changeable): Promise<MonthlyOffer> {
  const { monthly: cents } = await readClubPrices();
  const at = state.until.getTime() / 1000;
  const offer = await seal({ user, reference: subscription.id, plan: 'monthly', at, cents });
  return { offer, priceCents: cents, startsAt: state.until };
}

/**
 * Offers the signed-in person another plan: yearly with the amounts that Stripe would charge now, monthly with the day
 * from which it is charged. If a change to yearly already waits for its payment, returns the page to pay it.
 *
 * @param locale the language of the plan's name at Stripe
 * @throws if Stripe or the database does not answer
 */
export async function offerPlan(user: string, plan: ClubPlan, locale: Locale): Promise<PlanOffer | ToPay | Refusal> {
  const found = await findChangeable(plan);
  if (typeof found === 'string') return found;
  return plan === 'yearly' ? offerYearly(user, found, locale) : offerMonthly(user, found);
}

async function takeYearly(
  offer: Offered,
  { subscription, state }: Changeable,
  locale: Locale,
): Promise<ToPay | null | Refusal> {
  if (subscription.pending_update) return pageToPay(subscription);
  // The period may have been renewed since.
  if (offer.at < state.from.getTime() / 1000) return 'cambio_caducado';
  const change = await changeTo(subscription, (await readClubPrices()).yearly, offer.at, locale);
  if ((await previewChange(subscription, change)).amount_due !== offer.cents) return 'cambio_caducado';
  await releaseSchedule(subscription);
  const wanted: Stripe.SubscriptionUpdateParams = { ...change, payment_behavior: 'pending_if_incomplete' };
  try {
    const changed = await stripe().subscriptions.update(subscription.id, wanted, {
      idempotencyKey: requestKey(`club-plan:${subscription.id}`, wanted),
    });
    await refreshSubscription(changed.id);
    return changed.pending_update ? await pageToPay(changed) : null;
  } catch (error) {
    // It may be charged: only Stripe knows, and its events complete the change.
    log.error({ subscription: subscription.id, error: messageOf(error) }, 'a change of plan has an unknown result');
    return 'cambio_sin_respuesta';
  }
}

async function takeMonthly(
  offer: Offered,
  { subscription, state }: Changeable,
  locale: Locale,
): Promise<null | Refusal> {
  const { monthly } = await readClubPrices();
  if (offer.at !== state.until.getTime() / 1000 || offer.cents !== monthly) return 'cambio_caducado';
  const isPlanned = await changeWithNextPeriod(subscription, await stripePriceOf('monthly', monthly, locale));
  await refreshSubscription(subscription.id);
  return isPlanned ? null : 'plan_no_cambiable';
}

/**
 * Changes the signed-in person to the plan of an offer, at its amounts (docs/club.md, "Changing the plan"). Yearly is
 * charged now, and the old plan stays until it is paid; the bank may ask the person to confirm
 * (`pending_if_incomplete`). Monthly begins at the end of the paid year.
 *
 * @param locale the language of the plan's name at Stripe
 * @returns the page to pay it, the plan if that is done, or the refusal
 * @throws if Stripe or the database does not answer
 */
export async function takePlan(
  user: string,
  sealed: string,
  locale: Locale,
): Promise<ToPay | { plan: ClubPlan } | Refusal> {
  const offer = await unseal(user, sealed);
  if (!offer) return 'cambio_caducado';
  const found = await findChangeable(offer.plan);
  if (typeof found === 'string') return found;
  if (offer.reference !== found.subscription.id) return 'cambio_caducado';
  const taken = await (offer.plan === 'yearly' ? takeYearly : takeMonthly)(offer, found, locale);
  return taken ?? { plan: offer.plan };
}

/**
 * Drops a change of the person's subscriptions that waits for its payment or for the next period.
 *
 * @returns the plan that continues; null without a subscription
 */
export async function dropPlan(references: readonly string[]): Promise<ClubPlan | null> {
  let plan: ClubPlan | null = null;
  for (const reference of references) {
    const subscription = await findSubscription(reference);
    if (subscription) await dropPlanChange(subscription);
    plan = (await refreshSubscription(reference))?.plan ?? plan;
  }
  return plan;
}
