import { oncePerProcess } from '../once-per-process.mjs';

/** A piece of work whose duration and end are of interest. Names come from the code, never from a person or a provider. */
export type Work = { kind: 'provider'; provider: string; call: string } | { kind: 'job'; chore: string };

/** `refused` is an answer that says no; after `failed` nothing is known. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** How the end of a piece of work is judged; without it an answer is `ok`, and what is thrown is `failed`. */
export type Judge<Value> = { value?: (value: Value) => Outcome; problem?: (problem: unknown) => Outcome };

export type PaymentOutcome = 'delivered' | 'refused' | 'failed' | 'expired';

/**
 * What became of a webhook. `refused`: its provider has sent it, and the shop could not read it (another secret, another
 * version of the API). `forged`: nobody knows who has sent it. `failed`: the provider sends it again.
 */
export type WebhookOutcome = 'taken' | 'refused' | 'forged' | 'failed';

/** What measures work: `watchWork` sets one while telemetry is switched on; without it nothing is measured. */
export type Watcher = {
  during: <Value>(work: Work, run: () => Promise<Value>, judge: Judge<Value>) => Promise<Value>;
  countPayment: (provider: string, outcome: PaymentOutcome) => void;
  countWebhook: (provider: string, outcome: WebhookOutcome) => void;
  traceId: () => string | undefined;
};

const known = oncePerProcess<{ watcher?: Watcher | undefined }>('watcher', () => ({}));

/** Sets what measures work from now on, or nothing. */
export const setWatcher = (watcher: Watcher | undefined): void => {
  known.watcher = watcher;
};

/** Whether work is measured. */
export const isWatched = (): boolean => known.watcher !== undefined;

/** Does a piece of work, and has its duration and its end measured. */
export const observe = <Value>(work: Work, run: () => Promise<Value>, judge: Judge<Value> = {}): Promise<Value> =>
  known.watcher ? known.watcher.during(work, run, judge) : run();

/** Counts what became of a payment. */
export const countPayment = (provider: string, outcome: PaymentOutcome): void =>
  known.watcher?.countPayment(provider, outcome);

/** Counts what became of a webhook. */
export const countWebhook = (provider: string, outcome: WebhookOutcome): void =>
  known.watcher?.countWebhook(provider, outcome);

/** The trace that this code works in, for the log. */
export const traceId = (): string | undefined => known.watcher?.traceId();
