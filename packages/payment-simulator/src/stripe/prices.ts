import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { amount, boolean, expand, integer, metadata, positiveInteger, text, webUrl, withoutEmpty } from './params.ts';

const CURRENCIES = ['eur', 'usd', 'gbp'];

const currency = z.string().transform((value, context) => {
  if (CURRENCIES.includes(value.toLowerCase())) return value.toLowerCase();
  context.addIssue({
    code: 'custom',
    input: value,
    message: `Invalid currency: ${value}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
  });
  return z.NEVER;
});

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: positiveInteger.optional(),
});

const priceData = z.strictObject({
  currency,
  unit_amount: amount,
  product_data: z.strictObject({
    name: text,
    description: text.optional(),
    images: z.array(webUrl).max(8).optional(),
    metadata: metadata.optional(),
    tax_code: text.optional(),
    unit_label: text.optional(),
  }),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
});

export const lineItemSchema = z.strictObject({
  quantity: positiveInteger.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  adjustable_quantity: z
    .strictObject({ enabled: z.enum(['false']), minimum: integer.optional(), maximum: integer.optional() })
    .optional(),
});

type LineItemInput = z.output<typeof lineItemSchema>;
type PriceData = z.output<typeof priceData>;
type Decimals = 'unit_amount_decimal' | 'amount_decimal';
type PriceBody = Omit<Stripe.Price, Decimals> & { unit_amount_decimal: string };
export type LineBody = Omit<Stripe.LineItem, 'price'> & { price: PriceBody; quantity: number };

function createProduct(
  context: Context,
  root: string,
  input: PriceData['product_data'],
  active: boolean,
): Stripe.Product {
  const created = nowSeconds();
  const product: Stripe.Product = {
    id: stripeId('prod'),
    object: 'product',
    active,
    created,
    default_price: null,
    description: input.description ?? null,
    images: input.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: withoutEmpty(input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: input.unit_label ?? null,
    updated: created,
    url: null,
  };
  context.store.put('product', product, { root });
  return product;
}

type PriceInput = Pick<PriceData, 'currency' | 'unit_amount' | 'recurring' | 'tax_behavior'> & {
  product: string;
  /** Inline prices are inactive: they cannot be used again. */
  active: boolean;
  lookupKey?: string | undefined;
};

function createPrice(context: Context, root: string, data: PriceInput): PriceBody {
  const price: PriceBody = {
    id: stripeId('price'),
    object: 'price',
    active: data.active,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency: data.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: data.lookupKey ?? null,
    metadata: {},
    nickname: null,
    product: data.product,
    recurring: data.recurring
      ? {
          interval: data.recurring.interval,
          interval_count: data.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: data.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: data.recurring ? 'recurring' : 'one_time',
    unit_amount: data.unit_amount,
    unit_amount_decimal: String(data.unit_amount),
  };
  context.store.put('price', price, { root });
  return price;
}

function lineOf(price: PriceBody, quantity: number, description: string): LineBody {
  const total = (price.unit_amount ?? 0) * quantity;
  return {
    id: stripeId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}

/** The line of an existing price, or of inline `price_data`, whose product and price it creates. */
export function createLine(context: Context, root: string, input: LineItemInput): LineBody {
  if ((input.price === undefined) === (input.price_data === undefined))
    throw invalid('You must specify either `price` or `price_data` when using prices.', 'line_items[0]');
  if (!input.price_data) return lineOfPrice(context, input.price ?? '', input.quantity ?? 1);
  const { product_data, ...data } = input.price_data;
  const product = createProduct(context, root, product_data, false);
  const price = createPrice(context, root, { ...data, product: product.id, active: false });
  return lineOf(price, input.quantity ?? 1, product.name);
}

/** The line of an existing price, as for an item of a subscription. `isNew`: it must be active, as for a new item. */
export function lineOfPrice(context: Context, id: string, quantity: number, isNew = true): LineBody {
  const price = context.store.get<PriceBody>('price', id)?.body;
  if (!price) throw noSuch('price', id, 'items[0][price]', 400);
  if (isNew && !price.active) {
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, 'items[0][price]');
  }
  const product = context.store.get<Stripe.Product>('product', String(price.product))?.body;
  return lineOf(price, quantity, product?.name ?? price.id);
}

const productData = z.strictObject({ name: text, metadata: metadata.optional(), unit_label: text.optional() });
const priceSchema = z.strictObject({
  currency,
  unit_amount: amount,
  recurring: recurring.optional(),
  product_data: productData,
  lookup_key: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  expand,
});
const priceList = z.strictObject({
  ...listParams,
  active: boolean.optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
});

function keep(context: Context, input: z.output<typeof priceSchema>): PriceBody {
  const { lookup_key: lookupKey, product_data } = input;
  const [taken] = lookupKey ? context.store.find<PriceBody>('price', { lookup_key: lookupKey }) : [];
  if (taken) {
    throw invalid(
      `A price (\`${taken.id}\`) already uses that lookup key. You must transfer or unset the lookup key before using it.`,
      'lookup_key',
    );
  }
  const product = createProduct(context, 'prices', product_data, true);
  return createPrice(context, 'prices', { ...input, product: product.id, active: true, lookupKey });
}

/** Stored prices, which can be reused. */
export const priceRoutes: Route[] = [
  stripeRoute('POST', '/v1/prices', priceSchema, ({ context }, input) =>
    answer(context, keep(context, input), input.expand),
  ),
  stripeRoute('GET', '/v1/prices', priceList, ({ context }, { active, lookup_keys: keys, ...input }) => {
    const found = keys
      ? keys.flatMap((key) => context.store.find<PriceBody>('price', { lookup_key: key }))
      : context.store.find<PriceBody>('price', {});
    const bodies = found.map(({ body }) => body).filter((body) => active === undefined || body.active === active);
    return listReply(context, '/v1/prices', bodies, input);
  }),
  stripeRoute('GET', '/v1/prices/:id', z.strictObject({ expand }), ({ context, params }, input) => {
    const found = context.store.get<PriceBody>('price', params.id ?? '');
    if (!found) throw noSuch('price', params.id ?? '', 'price');
    return answer(context, found.body, input.expand);
  }),
];

/** Checks that the lines match the mode of a session. */
export function checkLines(lines: LineBody[], mode: 'payment' | 'subscription'): void {
  const [first] = lines;
  if (lines.some((line) => line.currency !== first?.currency)) {
    throw invalid('All line items must have the same currency.', 'line_items');
  }
  const recurringLines = lines.filter((line) => line.price.recurring);
  if (mode === 'payment' && recurringLines.length > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    );
  }
  if (mode === 'subscription' && recurringLines.length === 0) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
}
