import 'server-only';
import { getTranslations } from 'next-intl/server';
import type Stripe from 'stripe';
import { z } from 'zod';
import { asRefusal, type Refusal } from '@/lib/checkout/refusals';
import { callRpc } from '@/lib/core/action/rpc';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';
import { createRequestClient } from '@/lib/core/supabase/server';
import { requestKey } from '@/lib/payments/request-key';
import { stripe } from '@/lib/payments/stripe/client';
import { type ClubPlan, planPriceCents } from './index';
import { refreshSubscription } from './refresh';
import { dropPlanChange, findSubscription } from './stripe';

const purpose = 'club-plan';
/** How long an offer stands, in seconds. */
const offerSeconds = 15 * 60;

const offered = z.object({
  user: z.string(),
  reference: z.string(),
  at: z.number().int(),
  dueCents: z.number().int(),
});

/** What a change to the yearly plan costs now: due is the price less the credit for the unused time, in cents. */
export type PlanOffer = { offer: string; dueCents: number; creditCents: number; priceCents: number; renewsAt: Date };

/** Stripe's page to confirm or pay the change. */
type ToPay = { url: string };

const found = z.object({ ok: z.literal(true), referencia: z.string() }).transform(({ referencia }) => referencia);

async function findChangeable(): Promise<Stripe.Subscription | Refusal> {
  const answer = await callRpc(await createRequestClient(), 'plan_club_por_cambiar', {}, null, found);
  if (!answer.ok) return asRefusal(answer.error);
  return (await findSubscription(answer.value)) ?? 'sin_membresia';
}

/** The price of a plan at Stripe, kept there under a key with its amount. */
async function priceOf(plan: ClubPlan): Promise<string> {
  const key = `club_${plan}_${planPriceCents[plan]}`;
  const { data } = await stripe().prices.list({ lookup_keys: [key], active: true, limit: 1 });
  if (data[0]) return data[0].id;
  const wanted: Stripe.PriceCreateParams = {
    currency: 'eur',
    unit_amount: planPriceCents[plan],
    recurring: { interval: plan === 'yearly' ? 'year' : 'month' },
    product_data: { name: (await getTranslations({ locale: 'es', namespace: 'club' }))(`product.${plan}`) },
    lookup_key: key,
  };
  return (await stripe().prices.create(wanted, { idempotencyKey: requestKey('club-precio', wanted) })).id;
}

/** The change to the yearly plan, with the unused time credited from a moment, in seconds. */
const changeTo = async ({ items }: Stripe.Subscription, at: number) => ({
  items: [{ id: items.data[0]?.id ?? '', price: await priceOf('yearly') }],
  proration_behavior: 'always_invoice' as const,
  proration_date: at,
});
type Change = Awaited<ReturnType<typeof changeTo>>;

/** The invoice that a change would have. */
const previewChange = ({ id }: Stripe.Subscription, change: Change): Promise<Stripe.Invoice> =>
  stripe().invoices.createPreview({ subscription: id, subscription_details: change });

async function pageToPay({ latest_invoice: latest }: Stripe.Subscription): Promise<ToPay | Refusal> {
  const id = typeof latest === 'string' ? latest : latest?.id;
  const url = id && (await stripe().invoices.retrieve(id)).hosted_invoice_url;
  return url ? { url } : 'fallo';
}

/**
 * Offers the signed-in person the change from monthly to yearly, with the amounts that Stripe would charge now. If it
 * waits for its payment already, answers the page to pay it.
 *
 * @throws if Stripe or the database does not answer
 */
export async function offerYearly(user: string): Promise<PlanOffer | ToPay | Refusal> {
  const subscription = await findChangeable();
  if (typeof subscription === 'string') return subscription;
  if (subscription.pending_update) return pageToPay(subscription);
  const at = Math.floor(Date.now() / 1000);
  const { amount_due: dueCents, lines } = await previewChange(subscription, await changeTo(subscription, at));
  const year = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false);
  const facts = { user, reference: subscription.id, at, dueCents };
  return {
    offer: await sealText(purpose, JSON.stringify(facts), offerSeconds),
    dueCents,
    creditCents: planPriceCents.yearly - dueCents,
    priceCents: planPriceCents.yearly,
    renewsAt: new Date((year?.period.end ?? at) * 1000),
  };
}

/**
 * Changes the signed-in person to the yearly plan, for what the offer said. The old plan stays until the change is paid,
 * which the bank may ask the person about (`pending_if_incomplete`; docs/club.md, "Changing the plan").
 *
 * @returns the page to pay it, null if it is done, or the refusal
 * @throws if Stripe or the database does not answer
 */
export async function takeYearly(user: string, sealed: string): Promise<ToPay | null | Refusal> {
  const words = await unsealText(purpose, sealed);
  const offer = words === null ? null : offered.parse(JSON.parse(words));
  const subscription = await findChangeable();
  if (typeof subscription === 'string') return subscription;
  if (!offer || offer.user !== user || offer.reference !== subscription.id) return 'cambio_caducado';
  if (subscription.pending_update) return pageToPay(subscription);
  const begun = subscription.items.data[0]?.current_period_start ?? 0;
  // The period may have been renewed since.
  if (offer.at < begun) return 'cambio_caducado';
  const change = await changeTo(subscription, offer.at);
  if ((await previewChange(subscription, change)).amount_due !== offer.dueCents) return 'cambio_caducado';
  const wanted: Stripe.SubscriptionUpdateParams = { ...change, payment_behavior: 'pending_if_incomplete' };
  const changed = await stripe().subscriptions.update(subscription.id, wanted, {
    idempotencyKey: requestKey(`club-plan:${subscription.id}`, wanted),
  });
  await refreshSubscription(changed.id);
  return changed.pending_update ? pageToPay(changed) : null;
}

/** Drops a change of the person's subscriptions that waits for its payment. */
export async function dropYearly(references: readonly string[]): Promise<void> {
  for (const reference of references) {
    const subscription = await findSubscription(reference);
    if (subscription) await dropPlanChange(subscription);
    await refreshSubscription(reference);
  }
}
