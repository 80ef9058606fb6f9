import { z } from 'zod';
import { readAccount } from '../account.ts';
import { json } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { paypalPublicKey, verifyPaypal } from '../webhooks/sign.ts';
import { finish, paypalRoute } from './api.ts';
import { notFound } from './errors.ts';

const verification = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
});

function findEvent(request: Parameters<Route['handler']>[0]): string {
  const id = request.params.id ?? '';
  const found = request.context.store.one<{ body: string }>(
    "select body from events where provider = 'paypal' and id = ?",
    id,
  );
  if (!found) throw notFound('event_id', id);
  return found.body;
}

const pageSize = 10;
const largestPage = 300;

/** Lists events, newest first, by default ten per page, with a link to the next page. */
function listEvents({ context, query }: Parameters<Route['handler']>[0]) {
  const [from, to, type] = [query.get('start_time'), query.get('end_time'), query.get('event_type')];
  const size = Math.min(Number(query.get('page_size') ?? pageSize), largestPage);
  const start = Number(query.get('index_id') ?? 0);
  const found = context.store
    .all<{ body: string }>("select body from events where provider = 'paypal' order by seq desc")
    .map(({ body }) => JSON.parse(body) as { create_time: string; event_type: string })
    .filter(({ create_time, event_type }) => {
      const at = Date.parse(create_time);
      if (type && event_type !== type) return false;
      return (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to));
    });
  const next = new URLSearchParams(query);
  next.set('move_to', 'next');
  next.set('index_id', String(start + size));
  const href = `${context.url}/v1/notifications/webhooks-events?${next}`;
  const events = found.slice(start, start + size);
  const links = found.length > start + size ? [{ href, rel: 'next', method: 'GET' }] : [];
  return json(200, { events, count: events.length, links });
}

export const notificationRoutes: Route[] = [
  paypalRoute('POST', '/v1/notifications/verify-webhook-signature', verification, ({ context }, input) => {
    const { webhook_event: event, ...transmission } = input;
    const genuine = verifyPaypal(context, transmission, JSON.stringify(event));
    return json(200, { verification_status: genuine ? 'SUCCESS' : 'FAILURE' });
  }),
  paypalRoute('GET', '/v1/notifications/webhooks-events', z.unknown(), listEvents),
  paypalRoute('GET', '/v1/notifications/webhooks-events/:id', z.unknown(), (request) =>
    json(200, JSON.parse(findEvent(request))),
  ),
  paypalRoute('GET', '/v1/notifications/webhooks/:id', z.unknown(), ({ context, params }) => {
    const id = params.id ?? '';
    if (id !== context.options.paypalWebhookId) throw notFound('webhook_id', id);
    const event_types = readAccount(context).paypalEvents.map((name) => ({ name, status: 'ENABLED' }));
    return json(200, { id, url: context.deliverer.webhookUrl('paypal') ?? '', event_types });
  }),
  {
    area: 'paypal',
    method: 'GET',
    pattern: '/v1/notifications/certs/:id',
    handler: ({ context }) =>
      finish(() => ({
        status: 200,
        headers: { 'content-type': 'application/x-pem-file' },
        body: paypalPublicKey(context),
      })),
  },
];
