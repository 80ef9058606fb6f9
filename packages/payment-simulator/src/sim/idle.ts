import { z } from 'zod';
import type { Context, Provider } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { SimError } from './route.ts';

const UNTIL = ['due', 'settled', 'all'] as const;
type Until = (typeof UNTIL)[number];
type Open = {
  id: number;
  event_id: string;
  type: string;
  status: string;
  provider: Provider;
  due_at: number;
  attempts: number;
  fault_id: number | null;
};

/** Unfinished deliveries: `due` now; `settled` includes retries; `all` includes those that a switch delays or holds. */
export function openDeliveries(context: Context, until: Until, id: string | null): Open[] {
  const rows = context.store.all<Open>(
    `select d.id, d.event_id, e.type, d.status, d.provider, d.due_at, d.attempts, d.fault_id
     from deliveries d join events e on e.id = d.event_id
     where d.status in ('pending', 'held') and (? is null or e.root = ? or instr(e.tags, ?) > 0) order by d.id`,
    id,
    id,
    JSON.stringify(id),
  );
  return rows.filter((row) => {
    if (until === 'all') return true;
    if (row.status === 'held' || !context.deliverer.webhookUrl(row.provider)) return false;
    return (
      row.due_at <= Date.now() || context.deliverer.isInFlight(row.id) || (until === 'settled' && row.attempts > 0)
    );
  });
}

const query = z.object({
  id: z.string().min(1).nullable(),
  until: z
    .enum(UNTIL)
    .nullable()
    .transform((value) => value ?? 'settled'),
  timeout_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(120_000)
    .nullable()
    .transform((value) => value ?? 10_000),
});

function summary(open: Open[]) {
  return open.map(({ event_id, type, status, due_at, attempts }) => ({
    event: event_id,
    type,
    status,
    dueAt: due_at,
    attempts,
  }));
}

/** Responds once no delivery is left, or with 408 and the rest after the timeout. */
export async function waitForIdle(context: Context, params: URLSearchParams): Promise<Reply> {
  const timeout = params.get('timeout_ms');
  const parsed = query.safeParse({ id: params.get('id'), until: params.get('until'), timeout_ms: timeout });
  if (!parsed.success) throw new SimError(400, z.prettifyError(parsed.error));
  const { id, until, timeout_ms } = parsed.data;
  const left = () => openDeliveries(context, until, id);
  context.deliverer.runNow();
  if (left().length > 0) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, timeout_ms);
      const stop = context.deliverer.onProgress(() => {
        if (left().length === 0) done();
      });
      function done(): void {
        clearTimeout(timer);
        stop();
        resolve();
      }
    });
  }
  const open = left();
  return json(open.length === 0 ? 200 : 408, { idle: open.length === 0, pending: summary(open) });
}
