import { setTimeout as delay } from 'node:timers/promises';

/** A part of the run did not end in its time. Its message says which, and `open` what was under way. */
export class Hung extends Error {
  readonly open: string[];

  constructor(message: string, open: string[] = []) {
    super(message);
    this.open = open;
  }
}

/**
 * Waits for a part of the run for a limited time.
 *
 * @param name what a reader knows the part by
 * @throws `Hung` when the time is over; the work itself goes on
 */
export async function inTime<Value>(name: string, seconds: number, work: Promise<Value>): Promise<Value> {
  const ended = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Hung(`${name}: not over after ${seconds} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // The work that is late may fail later, and the wait that is ended fails now: neither is news.
    work.catch(() => undefined);
    late.catch(() => undefined);
    ended.abort();
  }
}

/** Who is doing what, and since when. */
export function createProgress(name: string, total: number) {
  const doing = new Map<string, { what: string; since: number }>();
  const outcomes: Array<[string, string]> = [];
  let changedAt = Date.now();
  return {
    outcomes,
    /** How much is done, from 0 to 1. */
    part: () => (total === 0 ? 1 : outcomes.length / total),
    toString: () => `${name}: ${outcomes.length} of ${total}`,
    begin: (who: string, what: string) => doing.set(who, { what, since: Date.now() }),
    done: (who: string, what: string, outcome: string) => {
      doing.delete(who);
      outcomes.push([what, outcome]);
      changedAt = Date.now();
    },
    /** What goes on for a while beside the work that is counted, and ends as well. */
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
     * Waits for all of it, as long as something comes of it every so often.
     *
     * @throws `Hung` when nothing was done for so many seconds
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
