import type { Context, Provider, WebhookDeliverer } from '../context.ts';
import { releaseHeld } from './outbox.ts';
import { paypalHeaders, stripeHeaders } from './sign.ts';

type Due = {
  id: number;
  event_id: string;
  provider: Provider;
  transmission_id: string;
  attempts: number;
  responses: string;
  body: string;
};
export type DeliveryResponse = { at: string; status: number | null; ms: number; body: string; error?: string };

const PARALLEL = 8;
const ATTEMPT_TIMEOUT_MS = 15_000;
const REMEMBERED_RESPONSES = 50;

function retryDelay(attempts: number): number {
  return Math.min(60_000, 250 * 2 ** Math.min(attempts, 10));
}

/** Delivers the outbox until each webhook gets a 2xx response, across restarts. */
export class Deliverer implements WebhookDeliverer {
  private readonly context: Context;
  private readonly sweep: () => void;
  private readonly inFlight = new Map<number, Promise<void>>();
  private readonly aborter = new AbortController();
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(context: Context, sweep: () => void) {
    this.context = context;
    this.sweep = sweep;
  }

  /** Checks the outbox again after the running transaction. */
  wake(delay = 0): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.runNow(), delay);
  }

  /** Delivers due webhooks now, instead of in the next tick. */
  runNow(): void {
    if (!this.stopped) this.run();
  }

  isInFlight(id: number): boolean {
    return this.inFlight.has(id);
  }

  onProgress(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  webhookUrl(provider: Provider): string | undefined {
    return this.context.store.setting(`webhook_url_${provider}`) || undefined;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.aborter.abort();
    await Promise.all(this.inFlight.values());
  }

  private run(): void {
    const { store } = this.context;
    this.sweep();
    const now = Date.now();
    const overdue = store.all<{ fault_id: number }>(
      "select distinct fault_id from deliveries where status = 'held' and due_at <= ?",
      now,
    );
    store.tx(() => {
      for (const { fault_id } of overdue) releaseHeld(this.context, fault_id);
    });

    const due = store.all<Due>(
      `select d.id, d.event_id, d.provider, d.transmission_id, d.attempts, d.responses, e.body
       from deliveries d join events e on e.id = d.event_id left join deliveries p on p.id = d.after_id
       where d.status = 'pending' and d.provider in (?, ?) and d.due_at <= ? and (d.after_id is null or p.status in ('delivered', 'dropped'))
       order by d.id limit ${2 * PARALLEL}`,
      this.webhookUrl('stripe') ? 'stripe' : '',
      this.webhookUrl('paypal') ? 'paypal' : '',
      Date.now(),
    );
    for (const delivery of due) {
      if (this.inFlight.size >= PARALLEL) break;
      const url = this.webhookUrl(delivery.provider);
      if (!url || this.inFlight.has(delivery.id)) continue;
      this.inFlight.set(delivery.id, this.attempt(delivery, url));
    }
    for (const listener of this.listeners) listener();

    const next = store.one<{ at: number | null }>(
      "select min(due_at) as at from deliveries where status in ('pending', 'held') and due_at > ?",
      Date.now(),
    );
    this.wake(Math.max(10, Math.min(1000, (next?.at ?? Number.POSITIVE_INFINITY) - Date.now())));
  }

  private headers(delivery: Due): Record<string, string> {
    if (delivery.provider === 'stripe') return stripeHeaders(this.context.options.stripeWebhookSecret, delivery.body);
    return paypalHeaders(this.context, delivery.transmission_id, delivery.body);
  }

  private async attempt(delivery: Due, url: string): Promise<void> {
    const started = Date.now();
    let response: DeliveryResponse;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: this.headers(delivery),
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.aborter.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      });
      const body = (await answer.text()).slice(0, 500);
      response = { at: new Date(started).toISOString(), status: answer.status, ms: Date.now() - started, body };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      response = {
        at: new Date(started).toISOString(),
        status: null,
        ms: Date.now() - started,
        body: '',
        error: reason,
      };
    }
    this.inFlight.delete(delivery.id);
    // An attempt interrupted by stop() does not count; the next start repeats it.
    if (!this.stopped) this.settle(delivery, response);
    this.wake();
  }

  private settle(delivery: Due, response: DeliveryResponse): void {
    const accepted = response.status !== null && response.status >= 200 && response.status < 300;
    const responses = [...(JSON.parse(delivery.responses) as DeliveryResponse[]), response].slice(
      -REMEMBERED_RESPONSES,
    );
    this.context.store.run(
      'update deliveries set status = ?, attempts = attempts + 1, responses = ?, due_at = ? where id = ?',
      accepted ? 'delivered' : 'pending',
      JSON.stringify(responses),
      accepted ? Date.now() : Date.now() + retryDelay(delivery.attempts),
      delivery.id,
    );
  }
}
