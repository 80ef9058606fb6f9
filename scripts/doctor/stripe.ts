import Stripe from 'stripe';
import { stripeEventTypes } from '../../lib/payments/stripe/event-types.ts';
import { absentFrom } from './events.ts';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, hand, warn, missing, judge } = findingsOf('Stripe');

type Options = { key: string; siteUrl: string; apiUrl: string | undefined; isProduction: boolean };

function connect({ key, apiUrl }: Options): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null;
  const address = url ? { host: url.hostname, port: url.port, protocol: 'http' as const } : {};
  return new Stripe(key, { maxNetworkRetries: 1, timeout: 10_000, telemetry: false, ...address });
}

function judgeEndpoint(endpoint: Stripe.WebhookEndpoint): Finding[] {
  const absent = absentFrom(endpoint.enabled_events, stripeEventTypes);
  return [
    judge(
      endpoint.status === 'enabled',
      'its webhook is on',
      missing('its webhook is turned off', {
        why: 'the shop is told of nothing',
        fix: 'Developers, Webhooks: enable it',
      }),
    ),
    judge(
      absent.length === 0,
      'its webhook sends every event that is needed',
      missing(`its webhook does not send ${absent.join(', ')}`, {
        why: 'payments, refunds or memberships would be noticed late or never',
        fix: 'Developers, Webhooks: add them to the endpoint',
      }),
    ),
    judge(
      endpoint.api_version === Stripe.API_VERSION,
      `its webhook speaks version ${Stripe.API_VERSION}`,
      missing(`its webhook speaks version ${endpoint.api_version ?? 'of the account'}`, {
        why: `the shop refuses events of any version but ${Stripe.API_VERSION}`,
        fix: `create a new endpoint with API version ${Stripe.API_VERSION}, and take its new signing secret`,
      }),
    ),
  ];
}

async function lookAtWebhook(stripe: Stripe, wanted: string): Promise<Finding[]> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const own = endpoints.filter(({ url }) => url === wanted);
  const [endpoint] = own;
  if (!endpoint) {
    return [
      missing(`no webhook goes to ${wanted}`, {
        why: 'a payment would be noticed when its buyer comes back, or by the ten-minute job only',
        fix: `Developers, Webhooks: add ${wanted} (docs/production.md, "Stripe")`,
      }),
    ];
  }
  const double = warn(`${own.length} webhooks go to ${wanted}`, {
    why: 'only one of them can have the signing secret that the shop knows; the others fail',
    fix: 'keep the one whose secret is STRIPE_WEBHOOK_SECRET',
  });
  return [...judgeEndpoint(endpoint), ...(own.length > 1 ? [double] : [])];
}

async function lookAtPortal(stripe: Stripe): Promise<Finding[]> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, active: true, limit: 10 });
  const [standard] = data;
  const fix = 'Settings, Billing, Customer portal: let people cancel at the end of the period, and save';
  if (!standard) {
    return [missing('the customer portal is not set up', { why: 'members cannot open their page', fix })];
  }
  const { subscription_cancel: cancel, subscription_update: update } = standard.features;
  return [
    judge(
      cancel.enabled && cancel.mode === 'at_period_end',
      'members can cancel at the end of the period',
      missing(cancel.enabled ? 'a member who cancels loses the Club at once' : 'members cannot cancel', {
        why: 'who cancels keeps the Club until the end of what is paid',
        fix,
      }),
    ),
    ...(update.enabled
      ? [
          warn('members can switch plans in the customer portal', {
            why: 'the shop knows no switching of plans',
            fix: 'Settings, Billing, Customer portal: turn off switching plans',
          }),
        ]
      : []),
  ];
}

/** Checks the Stripe account: key, webhook, and permissions of the customer portal. */
export async function lookAtStripe(options: Options): Promise<Finding[]> {
  const stripe = connect(options);
  const isTest = /^[sr]k_test_/.test(options.key);
  const found = [
    ...(isTest && options.isProduction
      ? [
          warn('STRIPE_SECRET_KEY is a test key', {
            why: 'cards are accepted and nobody pays',
            fix: 'use the live key, and a webhook of the live mode with its own secret',
          }),
        ]
      : []),
  ];
  for (const look of [
    () => lookAtWebhook(stripe, `${options.siteUrl}/api/webhooks/stripe`),
    () => lookAtPortal(stripe),
  ]) {
    try {
      found.push(...(await look()));
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) {
        found.push(
          hand(`the key may not look: ${error.message}`, {
            why: 'it is a restricted key',
            fix: 'look at Developers, Webhooks and Settings, Billing, Customer portal (docs/production.md, "Stripe")',
          }),
        );
        continue;
      }
      const isKey = error instanceof Stripe.errors.StripeAuthenticationError;
      const what = isKey ? 'STRIPE_SECRET_KEY is not valid' : `Stripe does not answer: ${messageOf(error)}`;
      return [
        ...found,
        missing(what, { why: 'nobody can pay by card', fix: 'copy the key from Developers, API keys' }),
      ];
    }
  }
  return [ok('the key is valid'), ...found];
}
