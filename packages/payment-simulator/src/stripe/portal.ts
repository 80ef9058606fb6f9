import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { stripeRoute } from './api.ts';
import { noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { expand, text, webUrl } from './params.ts';
import { LOCALES } from './session-params.ts';
import type { StoredSubscription, SubscriptionHidden } from './subscriptions.ts';

const schema = z.strictObject({
  customer: text,
  return_url: webUrl.optional(),
  locale: z.enum(LOCALES).optional(),
  configuration: text.optional(),
  expand,
});

function createPortal(context: Context, input: z.output<typeof schema>): Stripe.BillingPortal.Session {
  if (!context.store.get('customer', input.customer)) throw noSuch('customer', input.customer, 'customer', 400);
  const id = stripeId('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: input.configuration ?? stripeId('bpc'),
    created: nowSeconds(),
    customer: input.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: input.locale ?? null,
    on_behalf_of: null,
    return_url: input.return_url ?? null,
    url: `${context.url}/portal/${id}`,
  };
  context.store.put('portal', session, { root: input.customer });
  return session;
}

export function findPortal(
  context: Context,
  id: string,
): { portal: Stored<Stripe.BillingPortal.Session>; subscriptions: StoredSubscription[] } | undefined {
  const portal = context.store.get<Stripe.BillingPortal.Session>('portal', id);
  if (!portal) return undefined;
  return {
    portal,
    subscriptions: context.store.find<Stripe.Subscription, SubscriptionHidden>('subscription', {
      customer: portal.body.customer,
    }),
  };
}

export const portalRoutes: Route[] = [
  stripeRoute('POST', '/v1/billing_portal/sessions', schema, ({ context }, input) =>
    answer(context, createPortal(context, input), input.expand),
  ),
];
