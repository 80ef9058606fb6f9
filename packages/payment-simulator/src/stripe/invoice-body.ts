import type Stripe from 'stripe';
import { hexId, nowSeconds, stripeId } from '../ids.ts';
import type { LineBody } from './prices.ts';

/** A part of a period: a credit has a negative amount. */
type Proration = {
  line: LineBody;
  amount: number;
  description: string;
  period: { start: number; end: number };
};

export type InvoiceInput = {
  root: string;
  subscription: string;
  subscriptionItem: string;
  customer: string;
  customerEmail: string | null;
  lines: LineBody[];
  period: { start: number; end: number };
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  metadata: Record<string, string>;
  /** Lines for parts of a period, as after a change of price. */
  prorations?: Proration[];
};

type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'quantity_decimal' | 'pricing'> & {
  quantity_decimal: string;
  pricing: unknown;
};

function invoiceLine(invoice: string, input: InvoiceInput, line: LineBody, part?: Proration): InvoiceLine {
  return {
    id: stripeId('il'),
    object: 'line_item',
    amount: part?.amount ?? line.amount_total,
    currency: line.currency,
    description: part?.description ?? `${line.quantity} × ${line.description}`,
    discount_amounts: [],
    discountable: part === undefined,
    discounts: [],
    invoice,
    livemode: false,
    metadata: input.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: part !== undefined,
        proration_details: { credited_items: null },
        subscription: input.subscription,
        subscription_item: input.subscriptionItem,
      },
      type: 'subscription_item_details',
    },
    period: part?.period ?? input.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: input.subscription,
    subtotal: part?.amount ?? line.amount_subtotal,
    taxes: [],
  };
}

/** An open invoice of one subscription period, with all fields of Stripe. */
export function newInvoice(merchantName: string, input: InvoiceInput): Stripe.Invoice {
  const id = stripeId('in');
  const created = nowSeconds();
  const lines = [
    ...(input.prorations ?? []).map((part) => invoiceLine(id, input, part.line, part)),
    ...input.lines.map((line) => invoiceLine(id, input, line)),
  ];
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  // Stripe keeps a negative total as credit of the customer.
  const due = Math.max(0, total);
  const invoice: Omit<Stripe.Invoice, 'lines'> & { lines: object } = {
    id,
    object: 'invoice',
    account_country: 'ES',
    account_name: merchantName,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    created,
    currency: input.lines[0]?.currency ?? 'eur',
    custom_fields: null,
    customer: input.customer,
    customer_account: null,
    customer_address: null,
    customer_email: input.customerEmail,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${hexId(4).toUpperCase()}-0001`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: input.metadata, subscription: input.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  };
  return invoice as Stripe.Invoice;
}
