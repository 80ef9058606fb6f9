import { within } from './within.ts';

type Service = { stop: () => Promise<void> | void };

/** Timeout for stopping a service, in milliseconds. */
const limit = 1_500;

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Stops all services in reverse order of their start when one ends or the process gets a signal. A service that does
 * not stop in time ends with the process.
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
    /**
     * Replaces the signal handlers of packages that end the process at once, before the other services have stopped.
     */
    takeSignals(): void {
      for (const signal of signals) {
        process.removeAllListeners(signal);
        process.on(signal, () => void end(0));
      }
    },
  };
}
