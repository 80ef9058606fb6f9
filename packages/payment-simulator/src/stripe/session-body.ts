import type Stripe from 'stripe';
import type { Stored } from '../store/store.ts';
import type { Card } from './cards.ts';
import { withoutEmpty } from './params.ts';
import type { LineBody } from './prices.ts';
import { DASHBOARD_METHODS, type SessionInput } from './session-params.ts';

export type PayInput = { email: string; card: Card };
export type SessionBody = Stripe.Checkout.Session;
export type SessionHidden = {
  lines: LineBody[];
  intentData: SessionInput['payment_intent_data'];
  subscriptionData: SessionInput['subscription_data'];
  /** A payment that waits for 3-D Secure. */
  challenge?: PayInput | undefined;
  /** A delayed payment, with the time at which it settles by itself. */
  slow?: { input: PayInput; settlesAt: number | null } | undefined;
};
export type StoredSession = Stored<SessionBody, SessionHidden>;

/** Payment methods of the page: the Dashboard's, without those excluded by the call. Subscriptions are paid by card. */
function methodsOf({
  mode,
  allowed_payment_method_types: allowed,
  excluded_payment_method_types: excluded,
}: SessionInput) {
  return DASHBOARD_METHODS.filter(
    (method) =>
      (mode === 'payment' || method === 'card') && (allowed?.includes(method) ?? true) && !excluded?.includes(method),
  );
}

/** A new open session with all fields of Stripe. */
export function newSession(
  input: SessionInput,
  given: { id: string; total: number; currency: string; created: number; expiresAt: number; url: string },
): SessionBody {
  const { id, total, currency, created, expiresAt } = given;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: input.mode === 'subscription' ? 'always' : (input.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: input.integration_identifier ?? null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: withoutEmpty(input.metadata),
    mode: input.mode,
    origin_context: input.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: methodsOf(input),
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: given.url,
    wallet_options: null,
  };
}
