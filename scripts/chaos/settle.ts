import { setTimeout as delay } from 'node:timers/promises';
import { Hung, inTime } from '@unstore/processes';
import type postgres from 'postgres';
import { isAway } from './away.ts';
import { compareBooks, countOf, type Differences } from './compare.ts';

/** Timeout of the scheduler for the job, in milliseconds. */
const jobPatience = 120_000;

export type Settled = {
  /** Time from the last fault until the ledgers agreed, in milliseconds; null if they never did. */
  tookMs: number | null;
  differences: Differences;
};

/** Waits until the ledgers of the shop and of the providers agree. */
export async function waitUntilSettled(
  sql: postgres.Sql,
  { providerFile, since }: { providerFile: string; since: Date },
  lastFaultAt: number,
  patienceMs: number,
): Promise<Settled> {
  for (;;) {
    const differences = await inTime('comparing the books', 30, compareBooks(sql, providerFile, since)).catch(
      (error: unknown) => {
        if (isAway(error) || error instanceof Hung) return null;
        throw error;
      },
    );
    const tookMs = Date.now() - lastFaultAt;
    if (differences && countOf(differences) === 0) return { tookMs, differences };
    if (differences && tookMs > patienceMs) return { tookMs: null, differences };
    if (tookMs > 2 * patienceMs) throw new Hung('comparing the books: the database does not answer');
    await delay(500);
  }
}

/** Calls the maintenance job periodically without waiting for its response, as a scheduler does. */
export function startJob(url: string, secret: string, everySeconds: number) {
  const statuses: Record<string, number> = {};
  const calls: Array<Promise<void>> = [];
  const call = async () => {
    const status = await fetch(`${url}/api/cron`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(jobPatience),
    }).then(
      async (answer) => ((await answer.text()).includes('en_curso') ? 'in hand elsewhere' : String(answer.status)),
      (error: Error) => (error.name === 'TimeoutError' ? 'not over in two minutes' : 'cut off'),
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const timer = setInterval(() => calls.push(call()), everySeconds * 1000);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(calls);
      return statuses;
    },
  };
}
