import postgres from 'postgres';
import { test as base } from './test.ts';

const lock = 7_400_114;
const turn = 7_400_115;

async function whileLocked<T>(mode: 'alone' | 'together', work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  try {
    if (mode === 'alone') await sql`select pg_advisory_lock(${lock})`;
    else await sql`select pg_advisory_lock_shared(${lock})`;
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const askForJob = (authorization: string) =>
  fetch(`${process.env.SITE_URL}/api/cron`, { method: 'POST', headers: { authorization } });

/** Calls the maintenance job with a header. It does not wait for other tests, so the calling test uses `jobRests`. */
export async function callJob(authorization = `Bearer ${process.env.CRON_SECRET}`): Promise<number> {
  return (await askForJob(authorization)).status;
}

/**
 * Runs the maintenance job as the scheduler does. Waits for tests that block it, and for a running job, which may
 * already be past the tested part.
 */
export async function runCron(): Promise<void> {
  await whileLocked('together', async (sql) => {
    await sql`select pg_advisory_lock(${turn})`;
    const answer = await askForJob(`Bearer ${process.env.CRON_SECRET}`);
    const done = await answer.json();
    if (!answer.ok || 'en_curso' in done) throw new Error(`the maintenance job answered ${JSON.stringify(done)}`);
  });
}

/**
 * The job settles every payment of the shop, including those of parallel tests. A test about a payment unknown to the
 * shop uses `jobRests`, which keeps other tests from running the job.
 */
export const test = base.extend<{ jobRests: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  jobRests: async ({}, use) => {
    await whileLocked('alone', () => use(undefined));
  },
});
