import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from './store.ts';

/** How the next webhooks about one object misbehave; set by tests through `POST /_sim/faults`. */
export type Fault = { objectId: string; duplicate?: number; delayMs?: number; drop?: boolean };

type Delivery = { id: string; body: string; attempts: number; dueAt: number; lastStatus?: number };

const retryDelays = [200, 1_000, 5_000, 30_000, 300_000];

/** Signs a body as Stripe does. */
export function signStripe(body: string, secret: string, now = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${signature}`;
}

/** Sends events to the shop until it answers 2xx; what is not delivered yet survives a restart. */
export function createWebhooks(store: Store, target: { url: string; secret: string }) {
  const pending = new Map<string, Promise<void>>();
  let stopped = false;

  async function deliver(delivery: Delivery): Promise<void> {
    while (!stopped && delivery.attempts <= retryDelays.length) {
      await delay(Math.max(0, delivery.dueAt - Date.now()));
      if (stopped) return;
      const status = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signStripe(delivery.body, target.secret),
        },
        body: delivery.body,
      }).then(
        (response) => response.status,
        () => 0,
      );
      if (status >= 200 && status < 300) {
        store.remove('delivery', delivery.id);
        return;
      }
      delivery.dueAt = Date.now() + (retryDelays[delivery.attempts] ?? 0);
      delivery.attempts += 1;
      delivery.lastStatus = status;
      store.put('delivery', delivery.id, delivery);
    }
  }

  function enqueue(body: string, delayMs: number): void {
    const delivery: Delivery = { id: randomUUID(), body, attempts: 0, dueAt: Date.now() + delayMs };
    store.put('delivery', delivery.id, delivery);
    track(delivery);
  }

  function track(delivery: Delivery): void {
    pending.set(
      delivery.id,
      deliver(delivery).finally(() => pending.delete(delivery.id)),
    );
  }

  for (const delivery of store.list<Delivery>('delivery')) track(delivery);

  return {
    /** Records an event about an object and sends it, as the faults set for that object say. */
    emit(type: string, object: { id: string }): void {
      const created = Math.floor(Date.now() / 1000);
      const id = `evt_${randomUUID().replaceAll('-', '')}`;
      const event = { id, object: 'event', api_version: null, created, livemode: false, type, data: { object } };
      store.put('event', id, event);
      const fault = store.get<Fault>('fault', object.id);
      if (fault?.drop) return;
      for (let copy = 0; copy <= (fault?.duplicate ?? 0); copy += 1) enqueue(JSON.stringify(event), fault?.delayMs ?? 0);
    },
    /** Resolves when nothing is under way any more. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending.values());
    },
    stop(): void {
      stopped = true;
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
