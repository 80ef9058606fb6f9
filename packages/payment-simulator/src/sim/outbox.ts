import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accountSchema, writeAccount } from '../account.ts';
import { type Context, providers } from '../context.ts';
import { addFault, faultSchema, listFaults } from '../faults/faults.ts';
import { json } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import type { DeliveryResponse } from '../webhooks/deliver.ts';
import { releaseHeld } from '../webhooks/outbox.ts';
import { openDeliveries, waitForIdle } from './idle.ts';
import { SimError, simRoute } from './route.ts';

type EventRow = {
  seq: number;
  id: string;
  provider: string;
  type: string;
  root: string;
  body: string;
  tags: string;
  created_at: number;
};
type DeliveryRow = {
  id: number;
  status: string;
  note: string | null;
  attempts: number;
  due_at: number;
  responses: string;
};

function deliveriesOf(context: Context, eventId: string) {
  return context.store
    .all<DeliveryRow>('select * from deliveries where event_id = ? order by id', eventId)
    .map((row) => ({
      id: row.id,
      status: row.status,
      fault: row.note,
      attempts: row.attempts,
      dueAt: row.due_at,
      responses: JSON.parse(row.responses) as DeliveryResponse[],
    }));
}

function listEvents(context: Context, filter: { provider: string | null; type: string | null; id: string | null }) {
  return context.store
    .all<EventRow>('select * from events order by seq')
    .filter((row) => !filter.provider || row.provider === filter.provider)
    .filter((row) => !filter.type || row.type === filter.type)
    .filter((row) => !filter.id || row.root === filter.id || (JSON.parse(row.tags) as string[]).includes(filter.id))
    .map((row) => ({
      id: row.id,
      provider: row.provider,
      type: row.type,
      createdAt: row.created_at,
      body: JSON.parse(row.body) as unknown,
      deliveries: deliveriesOf(context, row.id),
    }));
}

function flush(context: Context, id: string | undefined): number {
  const open = openDeliveries(context, 'all', id ?? null);
  const groups = new Set(open.filter((delivery) => delivery.status === 'held').map((delivery) => delivery.fault_id));
  for (const group of groups) if (group !== null) releaseHeld(context, group);
  for (const delivery of open)
    context.store.run("update deliveries set due_at = ? where id = ? and status = 'pending'", Date.now(), delivery.id);
  return open.length;
}

function resend(context: Context, eventId: string): { delivery: number } {
  const event = context.store.one<EventRow>('select * from events where id = ?', eventId);
  if (!event) throw new SimError(404, `No event ${eventId}.`);
  const delivery = context.store.run(
    "insert into deliveries (event_id, provider, root, status, note, due_at, transmission_id) values (?, ?, ?, 'pending', 'resent', ?, ?)",
    event.id,
    event.provider,
    event.root,
    Date.now(),
    randomUUID(),
  );
  return { delivery };
}

const webhookUrls = z.strictObject({ stripe: z.url().nullable().optional(), paypal: z.url().nullable().optional() });

export function setWebhookUrls(context: Context, urls: z.output<typeof webhookUrls>): void {
  for (const provider of providers) {
    const url = urls[provider];
    if (url !== undefined) context.store.setSetting(`webhook_url_${provider}`, url ?? '');
  }
  context.deliverer.wake();
}

/** Switches of faults, and the events sent to the shop. */
export const outboxRoutes: Route[] = [
  simRoute('POST', '/account', accountSchema, ({ context }, account) => {
    writeAccount(context, account);
    return json(200, account);
  }),
  simRoute('POST', '/webhooks', webhookUrls, ({ context }, urls) => {
    setWebhookUrls(context, urls);
    return {
      stripe: context.deliverer.webhookUrl('stripe') ?? null,
      paypal: context.deliverer.webhookUrl('paypal') ?? null,
    };
  }),
  simRoute('POST', '/faults', faultSchema, ({ context }, fault) => json(201, addFault(context, fault))),
  simRoute('GET', '/faults', z.unknown(), ({ context }) => json(200, listFaults(context))),
  simRoute('DELETE', '/faults', z.unknown(), ({ context }) => {
    context.store.run('update faults set remaining = 0');
    return { ok: true };
  }),
  simRoute('DELETE', '/faults/:id', z.unknown(), ({ context, params }) => {
    context.store.run('update faults set remaining = 0 where id = ?', Number(params.id));
    return { ok: true };
  }),
  simRoute('GET', '/events', z.unknown(), ({ context, query }) =>
    json(200, listEvents(context, { provider: query.get('provider'), type: query.get('type'), id: query.get('id') })),
  ),
  simRoute('POST', '/events/:id/resend', z.unknown(), ({ context, params }) => resend(context, params.id ?? '')),
  simRoute('POST', '/flush', z.strictObject({ id: z.string().optional() }), ({ context }, input) => ({
    flushed: flush(context, input.id),
  })),
  simRoute('GET', '/idle', z.unknown(), ({ context, query }) => waitForIdle(context, query)),
];
