import { z } from 'zod';
import { readAccount } from '../account.ts';
import type { Route } from '../http/router.ts';
import { stripeRoute } from './api.ts';
import { API_VERSION } from './events.ts';
import { listParams, listReply } from './list.ts';

const list = z.strictObject(listParams);
const configurations = z.strictObject({
  ...listParams,
  active: z.stringbool().optional(),
  is_default: z.stringbool().optional(),
});

/** Account settings that a shop can read: the webhook endpoint and the configuration of the customer portal. */
export const accountRoutes: Route[] = [
  stripeRoute('GET', '/v1/webhook_endpoints', list, ({ context }, input) => {
    const url = context.deliverer.webhookUrl('stripe');
    const { stripeEvents, stripeVersion } = readAccount(context);
    const endpoint = {
      id: 'we_local',
      object: 'webhook_endpoint',
      created: 0,
      url,
      status: 'enabled',
      enabled_events: stripeEvents,
      api_version: stripeVersion ?? API_VERSION,
      livemode: false,
    };
    return listReply(context, '/v1/webhook_endpoints', url ? [endpoint] : [], input);
  }),
  stripeRoute('GET', '/v1/billing_portal/configurations', configurations, ({ context }, input) => {
    const { portalCancels } = readAccount(context);
    const configuration = {
      id: 'bpc_local',
      object: 'billing_portal.configuration',
      created: 0,
      active: true,
      is_default: true,
      features: {
        subscription_cancel: {
          enabled: portalCancels !== 'never',
          mode: portalCancels === 'immediately' ? 'immediately' : 'at_period_end',
        },
        subscription_update: { enabled: false },
      },
    };
    return listReply(context, '/v1/billing_portal/configurations', [configuration], input);
  }),
];
