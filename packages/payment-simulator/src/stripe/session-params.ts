import { z } from 'zod';
import { listParams } from './list.ts';
import { boolean, email, expand, integer, metadata, text, webUrl } from './params.ts';
import { lineItemSchema } from './prices.ts';

export const LOCALES = [
  'auto',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hi-IN',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

const intentData = z.strictObject({
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
});

const subscriptionData = z.strictObject({ description: text.optional(), metadata: metadata.optional() });

/** Methods enabled in the simulated Dashboard. */
export const DASHBOARD_METHODS = ['card', 'bizum', 'sepa_debit'] as const;

const methods = z.array(z.enum(DASHBOARD_METHODS)).optional();

/** Valid parameters without an effect here, accepted so that production code needs no special case. */
const accepted = {
  allow_promotion_codes: boolean.optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  branding_settings: z.unknown().optional(),
  consent_collection: z.unknown().optional(),
  custom_text: z.unknown().optional(),
  integration_identifier: text.optional(),
  origin_context: z.enum(['web', 'mobile_app']).optional(),
  payment_method_options: z.unknown().optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  phone_number_collection: z.unknown().optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  tax_id_collection: z.unknown().optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
};

export const sessionSchema = z.strictObject({
  ...accepted,
  allowed_payment_method_types: methods,
  excluded_payment_method_types: methods,
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineItemSchema).min(1).max(100),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: text.optional(),
  customer: text.optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: integer.optional(),
  locale: z.enum(LOCALES).optional(),
  metadata: metadata.optional(),
  payment_intent_data: intentData.optional(),
  subscription_data: subscriptionData.optional(),
  expand,
});

export type SessionInput = z.output<typeof sessionSchema>;

export const sessionListSchema = z.strictObject({
  ...listParams,
  customer: z.string().optional(),
  customer_details: z.strictObject({ email }).optional(),
  payment_intent: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
});
