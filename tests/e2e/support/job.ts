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

/** Asks for the maintenance job at once, with any header: for a test that has `jobRests`. */
export async function callJob(authorization = `Bearer ${process.env.CRON_SECRET}`): Promise<number> {
  return (await askForJob(authorization)).status;
}

/**
 * Runs the maintenance job, as the scheduler does; waits for the tests during which it must rest, and for its turn, as
 * the job that runs already may be past what this test is about.
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
 * The job settles every payment of the shop, also those of the tests beside it. A test about a payment of which
 * the shop has heard nothing asks for `jobRests`: no other test runs the job meanwhile.
 */
export const test = base.extend<{ jobRests: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from the pattern.
  jobRests: async ({}, use) => {
    await whileLocked('alone', () => use(undefined));
  },
});
