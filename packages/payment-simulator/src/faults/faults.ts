import { z } from 'zod';
import { type Context, type Provider, providers } from '../context.ts';

const scope = z.strictObject({
  /** Any id of the family: session, payment intent, subscription, order, capture, batch, customer… */
  id: z.string().min(1).optional(),
  /** All of them must match: Stripe metadata, or PayPal's custom_id, invoice_id, sender_batch_id… */
  metadata: z.record(z.string(), z.string()).optional(),
});

const common = {
  provider: z.enum([...providers, 'any']).default('any'),
  times: z.number().int().min(1).max(1000).default(1),
  scope: scope.optional(),
};
const webhook = { ...common, events: z.array(z.string()).min(1).optional() };

export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duplicate'), ...webhook, copies: z.number().int().min(2).max(20).default(2) }),
  z.strictObject({ kind: z.literal('delay'), ...webhook, delayMs: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal('drop'), ...webhook }),
  /** Sends Stripe's events in another API version. */
  z.strictObject({ kind: z.literal('version'), ...webhook, provider: z.literal('stripe'), version: z.string() }),
  /** Holds `times` events and sends them in reverse order; after `holdMs`, those received so far. */
  z.strictObject({
    kind: z.literal('reorder'),
    ...webhook,
    times: z.number().int().min(2).max(50).default(2),
    holdMs: z.number().int().min(0).default(5000),
  }),
  z.strictObject({
    kind: z.literal('fail'),
    ...common,
    method: z.enum(['GET', 'POST', 'DELETE', 'PATCH']).optional(),
    /** Path of the call; `*` matches one segment: `/v1/checkout/sessions/*`. */
    path: z.string().startsWith('/').optional(),
    /** Fails the call before or after it takes effect. */
    when: z.enum(['before', 'after']).default('before'),
    mode: z.enum(['error', 'timeout', 'disconnect']).default('error'),
    status: z.number().int().min(400).max(599).default(500),
    /** Body of an `error` in the provider's format, such as PayPal's INSUFFICIENT_FUNDS. */
    error: z.record(z.string(), z.unknown()).optional(),
    /** Delay of a `timeout` before the connection is cut, in milliseconds. */
    holdMs: z.number().int().min(0).max(600_000).default(60_000),
  }),
]);

export type FaultInput = z.input<typeof faultSchema>;
type Fault = z.output<typeof faultSchema>;
export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;
export type StoredFault<F extends Fault = Fault> = F & { id: number; remaining: number; used: number };

type Row = { id: number; remaining: number; used: number; body: string };

export function addFault(context: Context, fault: Fault): StoredFault {
  const id = context.store.run(
    'insert into faults (remaining, body) values (?, ?)',
    fault.times,
    JSON.stringify(fault),
  );
  return { ...fault, id, remaining: fault.times, used: 0 };
}

export function listFaults(context: Context, which: 'all' | 'active' = 'all'): StoredFault[] {
  const rows = context.store.all<Row>(
    `select * from faults ${which === 'active' ? 'where remaining > 0' : ''} order by id`,
  );
  return rows.map((row) => ({
    ...(JSON.parse(row.body) as Fault),
    id: row.id,
    remaining: row.remaining,
    used: row.used,
  }));
}

function inScope(fault: Fault, provider: Provider, tags: Set<string>): boolean {
  if (fault.provider !== 'any' && fault.provider !== provider) return false;
  if (fault.scope?.id && !tags.has(fault.scope.id)) return false;
  return Object.entries(fault.scope?.metadata ?? {}).every(([key, value]) => tags.has(`${key}=${value}`));
}

function spend(context: Context, fault: StoredFault): void {
  context.store.run('update faults set remaining = remaining - 1, used = used + 1 where id = ?', fault.id);
}

/** Takes one use of the oldest switch that applies to this event, if any. */
export function takeWebhookFault(
  context: Context,
  provider: Provider,
  type: string,
  tags: () => Set<string>,
): StoredFault<Exclude<Fault, { kind: 'fail' }>> | undefined {
  for (const fault of listFaults(context, 'active')) {
    if (fault.kind === 'fail') continue;
    if (fault.events && !fault.events.includes(type)) continue;
    if (!inScope(fault, provider, tags())) continue;
    spend(context, fault);
    return fault;
  }
  return undefined;
}

function pathMatches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  return wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index]);
}

/** Takes one use of the oldest `fail` switch that applies to this API call, if any. */
export function takeApiFault(
  context: Context,
  provider: Provider,
  call: { method: string; path: string },
  tags: () => Set<string>,
): StoredFault<FaultOf<'fail'>> | undefined {
  for (const fault of listFaults(context, 'active')) {
    if (fault.kind !== 'fail') continue;
    if (fault.method && fault.method !== call.method) continue;
    if (fault.path && !pathMatches(fault.path, call.path)) continue;
    if (!inScope(fault, provider, tags())) continue;
    spend(context, fault);
    return fault;
  }
  return undefined;
}
