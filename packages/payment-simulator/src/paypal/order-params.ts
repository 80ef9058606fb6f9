import { z } from 'zod';
import { toCents } from '../money.ts';
import { unprocessable } from './errors.ts';

const CURRENCIES = ['EUR', 'USD', 'GBP'];

const currencyCode = z.string().superRefine((value, context) => {
  if (CURRENCIES.includes(value)) return;
  const message =
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.';
  context.addIssue({ code: 'custom', message, input: value, params: { issue: 'INVALID_CURRENCY_CODE' } });
});

const decimal = z
  .string()
  .max(32)
  .superRefine((value, context) => {
    if (/^-?\d+(\.\d+)?$/.test(value)) return;
    const message = 'The value of a field does not conform to the expected format.';
    context.addIssue({ code: 'custom', message, input: value, params: { issue: 'INVALID_PARAMETER_SYNTAX' } });
  });

export const money = z.object({ currency_code: currencyCode, value: decimal });
export type Money = z.output<typeof money>;

const breakdown = z.object({
  item_total: money.optional(),
  shipping: money.optional(),
  handling: money.optional(),
  tax_total: money.optional(),
  insurance: money.optional(),
  shipping_discount: money.optional(),
  discount: money.optional(),
});

const item = z.object({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: money,
  description: z.string().max(2048).optional(),
  sku: z.string().max(127).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
  tax: money.optional(),
  url: z.string().optional(),
  image_url: z.string().optional(),
});

const purchaseUnit = z.object({
  reference_id: z.string().min(1).max(256).default('default'),
  amount: money.extend({ breakdown: breakdown.optional() }),
  description: z.string().max(127).optional(),
  custom_id: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
  soft_descriptor: z.string().max(22).optional(),
  items: z.array(item).optional(),
});
export type PurchaseUnit = z.output<typeof purchaseUnit>;

const experience = z.object({
  brand_name: z.string().max(127).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}))?$/)
    .optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
  landing_page: z.string().optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  payment_method_preference: z.string().optional(),
});
export type Experience = z.output<typeof experience>;

export const orderSchema = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnit).min(1).max(10),
  application_context: experience.optional(),
  payment_source: z
    .object({ paypal: z.object({ experience_context: experience.optional(), email_address: z.string().optional() }) })
    .optional(),
  payer: z.object({ email_address: z.string().optional() }).optional(),
});
export type OrderInput = z.output<typeof orderSchema>;

function checkMoney(amount: Money, field: string, allowZero = false): void {
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount.value)) {
    throw unprocessable(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
      { field: `${field}/value`, value: amount.value, location: 'body' },
    );
  }
  if (toCents(amount.value) < (allowZero ? 0 : 1)) {
    throw unprocessable(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
      { field: `${field}/value`, value: amount.value, location: 'body' },
    );
  }
}

/** Checks the sums of an order's amount, breakdown and items, as PayPal does. */
export function checkUnit(unit: PurchaseUnit, index: number): void {
  const field = `/purchase_units/@reference_id=='${unit.reference_id}'/amount`;
  checkMoney(unit.amount, field);
  const parts = unit.amount.breakdown;
  for (const [name, part] of Object.entries(parts ?? {}))
    if (part) checkMoney(part, `${field}/breakdown/${name}`, true);
  const itemTotal = (unit.items ?? []).reduce(
    (sum, entry) => sum + toCents(entry.unit_amount.value) * Number(entry.quantity),
    0,
  );
  if (unit.items?.length && !parts?.item_total) {
    throw unprocessable(
      'ITEM_TOTAL_REQUIRED',
      'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
      { field: `/purchase_units/${index}/amount/breakdown/item_total`, location: 'body' },
    );
  }
  if (unit.items?.length && parts?.item_total && itemTotal !== toCents(parts.item_total.value)) {
    throw unprocessable(
      'ITEM_TOTAL_MISMATCH',
      'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit',
      { field: `${field}/breakdown/item_total/value`, value: parts.item_total.value, location: 'body' },
    );
  }
  if (!parts) return;
  const cents = (part: Money | undefined) => (part ? toCents(part.value) : 0);
  const total =
    cents(parts.item_total) +
    cents(parts.tax_total) +
    cents(parts.shipping) +
    cents(parts.handling) +
    cents(parts.insurance) -
    cents(parts.shipping_discount) -
    cents(parts.discount);
  if (total !== toCents(unit.amount.value)) {
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
      { field: `${field}/value`, value: unit.amount.value, location: 'body' },
    );
  }
}
