import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { stripeRoute } from './api.ts';
import { invalid } from './errors.ts';
import { answer } from './expand.ts';
import { newInvoice } from './invoice-body.ts';
import { voidInvoice } from './invoices.ts';
import { expand, positiveInteger, text } from './params.ts';
import { dropChangeOf, planChange } from './plan-change.ts';
import { itemChange } from './plan-change-params.ts';
import { requireSubscription, type SubscriptionHidden } from './subscriptions.ts';

const previewSchema = z.strictObject({
  subscription: text,
  subscription_details: z.strictObject({
    items: z.array(itemChange).length(1),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    proration_date: positiveInteger.optional(),
  }),
  expand,
});

/** The invoice of a possible change; it cannot be paid. */
function preview(context: Context, input: z.output<typeof previewSchema>) {
  const stored = requireSubscription(context, input.subscription, 'subscription');
  if (stored.body.status === 'canceled') throw invalid('Cannot preview the invoice of a canceled subscription.');
  const planned = planChange(context, stored, input.subscription_details);
  if (!planned) throw invalid('The simulator previews changes to another price only.', 'subscription_details[items]');
  const invoice = newInvoice(context.options.merchantName, planned.invoice);
  return { ...invoice, id: `upcoming_${invoice.id}`, status: 'draft', number: null };
}

/** The subscription of an invoice. */
export function subscriptionOfInvoice(context: Context, invoice: string) {
  const id = context.store.get<{ parent: { subscription_details: { subscription: string } } }>('invoice', invoice)?.body
    .parent.subscription_details.subscription;
  return id ? context.store.get<Stripe.Subscription, SubscriptionHidden>('subscription', id) : undefined;
}

/** Calls that change or preview invoices. */
export const invoiceRoutes: Route[] = [
  stripeRoute('POST', '/v1/invoices/create_preview', previewSchema, ({ context }, input) =>
    answer(context, preview(context, input), input.expand),
  ),
  stripeRoute('POST', '/v1/invoices/:id/void', z.strictObject({ expand }), ({ context, params }, input) => {
    const voided = voidInvoice(context, params.id ?? '');
    const subscription = subscriptionOfInvoice(context, params.id ?? '');
    if (subscription) dropChangeOf(context, subscription, params.id ?? '');
    return answer(context, voided, input.expand);
  }),
];
