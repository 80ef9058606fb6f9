import { within } from './within.ts';

type Service = { stop: () => Promise<void> | void };

/** What a part may take to end, in milliseconds. */
const limit = 1_500;

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Keeps what was started together: when one part ends, or the process is told to, everything ends, the last first.
 * What does not end in time is left to the end of the process.
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
    /** Packages end the process at once on a signal, before what they know nothing of has been stopped. */
    takeSignals(): void {
      for (const signal of signals) {
        process.removeAllListeners(signal);
        process.on(signal, () => void end(0));
      }
    },
  };
}
