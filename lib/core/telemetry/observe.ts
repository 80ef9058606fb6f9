import { oncePerProcess } from '../once-per-process.mjs';

/** Work whose duration and outcome are measured. Names are constants of the code. */
export type Work = { kind: 'provider'; provider: string; call: string } | { kind: 'job'; chore: string };

/** `refused`: a negative answer; `failed`: the outcome is unknown. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** Maps results to outcomes. By default a result is `ok` and an exception `failed`. */
export type Judge<Value> = { value?: (value: Value) => Outcome; problem?: (problem: unknown) => Outcome };

export type PaymentOutcome = 'delivered' | 'refused' | 'failed' | 'expired';

/**
 * Outcome of a webhook. `refused`: sent by the provider, but unreadable (other secret or API version). `forged`:
 * unknown sender. `failed`: the provider will retry.
 */
export type WebhookOutcome = 'taken' | 'refused' | 'forged' | 'failed';

/** The telemetry sink that `watchWork` installs; without it nothing is measured. */
export type Watcher = {
  during: <Value>(work: Work, run: () => Promise<Value>, judge: Judge<Value>) => Promise<Value>;
  countPayment: (provider: string, outcome: PaymentOutcome) => void;
  countWebhook: (provider: string, outcome: WebhookOutcome) => void;
  traceId: () => string | undefined;
};

const known = oncePerProcess<{ watcher?: Watcher | undefined }>('watcher', () => ({}));

/** Sets or removes the telemetry sink. */
export const setWatcher = (watcher: Watcher | undefined): void => {
  known.watcher = watcher;
};

/** True if work is measured. */
export const isWatched = (): boolean => known.watcher !== undefined;

/** Runs work and measures its duration and outcome. */
export const observe = <Value>(work: Work, run: () => Promise<Value>, judge: Judge<Value> = {}): Promise<Value> =>
  known.watcher ? known.watcher.during(work, run, judge) : run();

/** Counts the outcome of a payment. */
export const countPayment = (provider: string, outcome: PaymentOutcome): void =>
  known.watcher?.countPayment(provider, outcome);

/** Counts the outcome of a webhook. */
export const countWebhook = (provider: string, outcome: WebhookOutcome): void =>
  known.watcher?.countWebhook(provider, outcome);

/** The current trace id, for the log. */
export const traceId = (): string | undefined => known.watcher?.traceId();
