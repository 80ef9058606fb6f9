import 'server-only';
import { getTranslations } from 'next-intl/server';
import type Stripe from 'stripe';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestKey } from '@/lib/payments/request-key';
import { stripe } from '@/lib/payments/stripe/client';
import type { ClubPlan } from './index';

/**
 * The id of a plan's price at Stripe, stored there under a key with its amount: a new amount is a new price, and
 * existing subscriptions keep the old one.
 *
 * @param cents the price per period, in cents
 * @param locale the language of its name, which Stripe shows
 */
export async function stripePriceOf(plan: ClubPlan, cents: number, locale: Locale): Promise<string> {
  const key = `club_${plan}_${cents}_${locale}`;
  const { data } = await stripe().prices.list({ lookup_keys: [key], active: true, limit: 1 });
  if (data[0]) return data[0].id;
  const wanted: Stripe.PriceCreateParams = {
    currency: 'eur',
    unit_amount: cents,
    recurring: { interval: plan === 'yearly' ? 'year' : 'month' },
    product_data: { name: (await getTranslations({ locale, namespace: 'club' }))(`product.${plan}`) },
    lookup_key: key,
  };
  return (await stripe().prices.create(wanted, { idempotencyKey: requestKey('club-precio', wanted) })).id;
}
