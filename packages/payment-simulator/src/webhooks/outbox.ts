import { randomUUID } from 'node:crypto';
import type { Context, Provider } from '../context.ts';
import { takeWebhookFault } from '../faults/faults.ts';
import { familyTags } from '../faults/tags.ts';

type NewEvent = { id: string; provider: Provider; type: string; root: string; body: object };

type Plan = {
  status: 'pending' | 'held' | 'dropped';
  dueAt: number;
  copies: number;
  note: string | null;
  faultId: number | null;
  release: boolean;
  /** The API version of the event; the simulator's own if null. */
  version: string | null;
};

function planDelivery(context: Context, event: NewEvent, tags: Set<string>): Plan {
  const now = Date.now();
  const plan: Plan = {
    status: 'pending',
    dueAt: now,
    copies: 1,
    note: null,
    faultId: null,
    release: false,
    version: null,
  };
  const fault = takeWebhookFault(context, event.provider, event.type, () => tags);
  if (!fault) return plan;
  const marked = { ...plan, note: fault.kind, faultId: fault.id };
  switch (fault.kind) {
    case 'duplicate':
      return { ...marked, copies: fault.copies };
    case 'delay':
      return { ...marked, dueAt: now + fault.delayMs };
    case 'drop':
      return { ...marked, status: 'dropped' };
    case 'version':
      return { ...marked, version: fault.version };
    case 'reorder':
      return { ...marked, status: 'held', dueAt: now + fault.holdMs, release: fault.remaining === 1 };
  }
}

/** Sends a held group in reverse order, each after the previous one was accepted. */
export function releaseHeld(context: Context, faultId: number): void {
  const due = context.store.all<{ id: number }>(
    "select id from deliveries where status = 'held' and fault_id = ? order by id desc",
    faultId,
  );
  let previous: number | null = null;
  for (const { id } of due) {
    context.store.run(
      "update deliveries set status = 'pending', due_at = ?, after_id = ? where id = ?",
      Date.now(),
      previous,
      id,
    );
    previous = id;
  }
}

/** Records an event and its deliveries in the transaction of the change (transactional outbox). */
export function recordEvent(context: Context, event: NewEvent): void {
  const { store } = context;
  const tags = familyTags(context, event.root, event.body);
  const plan = planDelivery(context, event, tags);
  const body = plan.version ? { ...event.body, api_version: plan.version } : event.body;
  store.run(
    'insert into events (id, provider, type, root, body, tags, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    event.id,
    event.provider,
    event.type,
    event.root,
    JSON.stringify(body),
    JSON.stringify([...tags]),
    Date.now(),
  );
  for (let copy = 0; copy < plan.copies; copy++) {
    store.run(
      'insert into deliveries (event_id, provider, root, status, note, due_at, fault_id, transmission_id) values (?, ?, ?, ?, ?, ?, ?, ?)',
      event.id,
      event.provider,
      event.root,
      plan.status,
      plan.note,
      plan.dueAt,
      plan.faultId,
      randomUUID(),
    );
  }
  if (plan.release && plan.faultId !== null) releaseHeld(context, plan.faultId);
  context.deliverer.wake();
}
