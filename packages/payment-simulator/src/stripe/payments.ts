import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { stripeRoute } from './api.ts';
import { noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { expand } from './params.ts';

const byId = z.strictObject({ expand });

function reader(path: string, kind: string, what: string, param: string): Route {
  return stripeRoute('GET', `${path}/:id`, byId, ({ context, params }, input) => {
    const id = params.id ?? '';
    const found = context.store.get(kind, id);
    if (!found) throw noSuch(what, id, param);
    return answer(context, found.body, input.expand);
  });
}

function charges(context: Context, where: Record<string, string | undefined>) {
  return context.store.find<Stripe.Charge>('charge', where).map((found) => found.body);
}

/** Read calls of payments: intents, charges, invoices and invoice payments. */
export const paymentRoutes: Route[] = [
  reader('/v1/payment_intents', 'payment_intent', 'payment_intent', 'intent'),
  stripeRoute(
    'GET',
    '/v1/payment_intents',
    z.strictObject({ ...listParams, customer: z.string().optional() }),
    ({ context }, input) => {
      const intents = context.store.find<Stripe.PaymentIntent>('payment_intent', { customer: input.customer });
      return listReply(
        context,
        '/v1/payment_intents',
        intents.map((found) => found.body),
        input,
      );
    },
  ),
  reader('/v1/charges', 'charge', 'charge', 'id'),
  stripeRoute(
    'GET',
    '/v1/charges',
    z.strictObject({ ...listParams, payment_intent: z.string().optional(), customer: z.string().optional() }),
    ({ context }, input) =>
      listReply(
        context,
        '/v1/charges',
        charges(context, { payment_intent: input.payment_intent, customer: input.customer }),
        input,
      ),
  ),
  reader('/v1/invoices', 'invoice', 'invoice', 'id'),
  stripeRoute(
    'GET',
    '/v1/invoices',
    z.strictObject({
      ...listParams,
      customer: z.string().optional(),
      subscription: z.string().optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    }),
    ({ context }, input) => {
      const where = {
        customer: input.customer,
        status: input.status,
        'parent.subscription_details.subscription': input.subscription,
      };
      return listReply(
        context,
        '/v1/invoices',
        context.store.find<Stripe.Invoice>('invoice', where).map((found) => found.body),
        input,
      );
    },
  ),
  stripeRoute(
    'GET',
    '/v1/invoice_payments',
    z.strictObject({
      ...listParams,
      invoice: z.string().optional(),
      status: z.enum(['open', 'paid', 'canceled']).optional(),
      payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: z.string().optional() }).optional(),
    }),
    ({ context }, input) => {
      const where = {
        invoice: input.invoice,
        status: input.status,
        'payment.payment_intent': input.payment?.payment_intent,
      };
      return listReply(
        context,
        '/v1/invoice_payments',
        context.store.find<Stripe.InvoicePayment>('invoice_payment', where).map((found) => found.body),
        input,
      );
    },
  ),
];
