import { setTimeout as delay } from 'node:timers/promises';

/** A part of the run exceeded its deadline. The message names the part, and `open` lists its unfinished work. */
export class Hung extends Error {
  readonly open: string[];

  constructor(message: string, open: string[] = []) {
    super(message);
    this.open = open;
  }
}

/**
 * Limits the time of a part of the run.
 *
 * @param name name of the part in messages
 * @throws `Hung` after the deadline; the work itself continues
 */
export async function inTime<Value>(name: string, seconds: number, work: Promise<Value>): Promise<Value> {
  const ended = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Hung(`${name}: not over after ${seconds} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // The late work may fail later, and the losing promise always rejects. Both rejections are expected.
    work.catch(() => undefined);
    late.catch(() => undefined);
    ended.abort();
  }
}

/** Tracks the running work of each client and its start. */
export function createProgress(name: string, total: number) {
  const doing = new Map<string, { what: string; since: number }>();
  const outcomes: Array<[string, string]> = [];
  let changedAt = Date.now();
  return {
    outcomes,
    /** Completed share, from 0 to 1. */
    part: () => (total === 0 ? 1 : outcomes.length / total),
    toString: () => `${name}: ${outcomes.length} of ${total}`,
    begin: (who: string, what: string) => doing.set(who, { what, since: Date.now() }),
    done: (who: string, what: string, outcome: string) => {
      doing.delete(who);
      outcomes.push([what, outcome]);
      changedAt = Date.now();
    },
    /** Registers background work that is not counted, but has to end as well. */
    during: async <Value>(who: string, what: string, work: Promise<Value>): Promise<Value> => {
      doing.set(who, { what, since: Date.now() });
      try {
        return await work;
      } finally {
        doing.delete(who);
        changedAt = Date.now();
      }
    },
    /**
     * Waits for all work, as long as something completes within the interval.
     *
     * @throws `Hung` if nothing completes for this number of seconds
     */
    watch: async <Value>(seconds: number, work: Promise<Value>): Promise<Value> => {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      const stalled = (async () => {
        while (!isOver) {
          await delay(500, undefined, { ref: false });
          if (Date.now() - changedAt < seconds * 1000) continue;
          const open = [...doing].map(
            ([who, { what, since }]) => `${who}: ${what}, for ${Math.round((Date.now() - since) / 1000)} s`,
          );
          throw new Hung(`${name}: nothing was done for ${seconds} s, after ${outcomes.length} of ${total}`, open);
        }
        return over;
      })();
      return Promise.race([over, stalled]);
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
