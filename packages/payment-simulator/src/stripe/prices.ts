import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { invalid } from './errors.ts';
import { amount, integer, metadata, positiveInteger, text, webUrl, withoutEmpty } from './params.ts';

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

export const lineItemSchema = z.strictObject({
  quantity: positiveInteger.optional(),
  price_data: z.strictObject({
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
  }),
  adjustable_quantity: z
    .strictObject({ enabled: z.enum(['false']), minimum: integer.optional(), maximum: integer.optional() })
    .optional(),
});

type LineItemInput = z.output<typeof lineItemSchema>;
type Decimals = 'unit_amount_decimal' | 'amount_decimal';
type PriceBody = Omit<Stripe.Price, Decimals> & { unit_amount_decimal: string };
export type LineBody = Omit<Stripe.LineItem, 'price'> & { price: PriceBody; quantity: number };

function createProduct(
  context: Context,
  root: string,
  input: LineItemInput['price_data']['product_data'],
): Stripe.Product {
  const created = nowSeconds();
  const product: Stripe.Product = {
    id: stripeId('prod'),
    object: 'product',
    active: false,
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

/** Creates the product, the price and the line of inline `price_data`. */
export function createLine(context: Context, root: string, input: LineItemInput): LineBody {
  const { price_data: data } = input;
  const quantity = input.quantity ?? 1;
  const product = createProduct(context, root, data.product_data);
  const price: PriceBody = {
    id: stripeId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency: data.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
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
  const total = data.unit_amount * quantity;
  return {
    id: stripeId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: data.currency,
    description: product.name,
    metadata: {},
    price,
    quantity,
  };
}

/** Checks that the lines match the mode of a session. */
export function checkLines(lines: LineItemInput[], mode: 'payment' | 'subscription'): void {
  const [first] = lines;
  if (lines.some((line) => line.price_data.currency !== first?.price_data.currency)) {
    throw invalid('All line items must have the same currency.', 'line_items');
  }
  const recurringLines = lines.filter((line) => line.price_data.recurring);
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
