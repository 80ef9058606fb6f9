import { z } from 'zod';
import { absentFrom, paypalEvents } from './events.ts';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, missing, judge, warn } = findingsOf('PayPal');
const patience = 15_000;
const live = 'https://api-m.paypal.com';

type Options = {
  id: string;
  secret: string;
  webhookId: string;
  siteUrl: string;
  apiUrl: string | undefined;
  isProduction: boolean;
};

const token = z.object({ access_token: z.string() });
const webhook = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) });

async function signIn(base: string, { id, secret }: Options): Promise<string | null> {
  const answer = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    body: 'grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    signal: AbortSignal.timeout(patience),
  });
  if (answer.status === 401) return null;
  return token.parse(await answer.json()).access_token;
}

async function lookAtWebhook(base: string, bearer: string, { webhookId, siteUrl }: Options): Promise<Finding[]> {
  const wanted = `${siteUrl}/api/webhooks/paypal`;
  const answer = await fetch(`${base}/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: AbortSignal.timeout(patience),
  });
  const fix = `Apps & Credentials, the app, Webhooks: ${wanted} with the events of docs/production.md, "PayPal"`;
  if (!answer.ok) {
    return [
      missing('PAYPAL_WEBHOOK_ID is not a webhook of this app', {
        why: 'no event of PayPal can be believed, because its signature names the webhook',
        fix,
      }),
    ];
  }
  const found = webhook.parse(await answer.json());
  const absent = absentFrom(
    found.event_types.map(({ name }) => name),
    paypalEvents,
  );
  return [
    judge(
      found.url === wanted,
      'its webhook goes to the shop',
      missing(`its webhook goes to ${found.url}, not to ${wanted}`, { why: 'the shop is told of nothing', fix }),
    ),
    judge(
      absent.length === 0,
      'its webhook sends every event that is needed',
      missing(`its webhook does not send ${absent.join(', ')}`, {
        why: 'payments, refunds, disputes or payouts would be noticed late or never',
        fix,
      }),
    ),
  ];
}

/** Checks the credentials and the webhook of the PayPal app. */
export async function lookAtPayPal(options: Options): Promise<Finding[]> {
  const base = (options.apiUrl ?? live).replace(/\/+$/, '');
  try {
    const bearer = await signIn(base, options);
    if (!bearer) {
      return [
        missing('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are not valid', {
          why: 'nobody can pay with PayPal, and creators are not paid out',
          fix: 'copy both from Apps & Credentials, of the live app',
        }),
      ];
    }
    return [
      ok('the credentials are valid'),
      ...(options.isProduction && options.apiUrl
        ? [
            warn(`PAYPAL_API_URL is ${options.apiUrl}`, {
              why: 'in the sandbox nobody pays',
              fix: 'leave PAYPAL_API_URL out',
            }),
          ]
        : []),
      ...(await lookAtWebhook(base, bearer, options)),
    ];
  } catch (error) {
    return [
      missing(`PayPal does not answer: ${messageOf(error)}`, {
        why: 'nobody can pay with PayPal',
        fix: `check that ${base} can be reached`,
      }),
    ];
  }
}
