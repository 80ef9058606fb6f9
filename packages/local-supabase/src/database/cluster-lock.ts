import postgres from 'postgres';

const lock = 7_042_026;

/**
 * Runs work under a lock of the whole cluster: setting up a database changes role settings, and all databases
 * of a cluster share their roles.
 */
export async function withClusterLock<Value>(databaseUrl: string, work: () => Promise<Value>): Promise<Value> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${lock})`;
    return await work();
  } finally {
    await sql.end();
  }
}
