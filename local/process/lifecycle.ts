import { within } from './within.ts';

type Service = { stop: () => Promise<void> | void };

/** How long a part may take to stop, in milliseconds. */
const limit = 1_500;

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Stops everything that was started together, the last part first, when one part ends or the process gets a signal. A
 * part that does not stop in time ends with the process.
 */
export function createLifecycle() {
  const started: Service[] = [];
  let isEnding = false;

  async function end(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    for (const service of started) await within(limit, service.stop());
    process.exit(code);
  }

  return {
    keep<Kept extends Service>(service: Kept): Kept {
      started.unshift(service);
      return service;
    },
    end,
    /** Some packages end the process at once on a signal, before the other parts have been stopped. */
    takeSignals(): void {
      for (const signal of signals) {
        process.removeAllListeners(signal);
        process.on(signal, () => void end(0));
      }
    },
  };
}
