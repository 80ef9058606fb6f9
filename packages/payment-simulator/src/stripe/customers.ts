import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { hexId, nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { stripeRoute } from './api.ts';
import { noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { email, expand, mergeMetadata, metadata, text, withoutEmpty } from './params.ts';

const schema = z.strictObject({
  email: email.optional(),
  name: text.optional(),
  description: text.optional(),
  phone: text.optional(),
  preferred_locales: z.array(z.string()).optional(),
  metadata: metadata.optional(),
  expand,
});

type CustomerInput = Partial<z.output<typeof schema>>;

export function createCustomer(context: Context, input: CustomerInput): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: stripeId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: hexId(4).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: withoutEmpty(input.metadata),
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: input.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  context.store.put('customer', customer, { root: customer.id });
  return customer;
}

function requireCustomer(context: Context, id: string): Stored<Stripe.Customer> {
  const customer = context.store.get<Stripe.Customer>('customer', id);
  if (!customer) throw noSuch('customer', id);
  return customer;
}

export const customerRoutes: Route[] = [
  stripeRoute('POST', '/v1/customers', schema, ({ context }, input) =>
    answer(context, createCustomer(context, input), input.expand),
  ),
  stripeRoute(
    'GET',
    '/v1/customers',
    z.strictObject({ ...listParams, email: z.string().optional() }),
    ({ context }, input) => {
      const customers = context.store.find<Stripe.Customer>('customer', { email: input.email });
      return listReply(
        context,
        '/v1/customers',
        customers.map((found) => found.body),
        input,
      );
    },
  ),
  stripeRoute('GET', '/v1/customers/:id', z.strictObject({ expand }), ({ context, params }, input) =>
    answer(context, requireCustomer(context, params.id ?? '').body, input.expand),
  ),
  stripeRoute('POST', '/v1/customers/:id', schema, ({ context, params }, input) => {
    const customer = requireCustomer(context, params.id ?? '');
    const { expand: paths, metadata: given, ...changes } = input;
    customer.body = { ...customer.body, ...changes, metadata: mergeMetadata(customer.body.metadata, given) };
    context.store.save(customer);
    return answer(context, customer.body, paths);
  }),
];
