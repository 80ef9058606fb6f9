import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { createObjectStore } from '../api/object-store.ts';

const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8');

/** The database's address for another role. All roles of a local cluster have one password. */
export function urlAs(databaseUrl: string, role: 'supabase_admin' | 'postgres' | 'local_services'): string {
  const url = new URL(databaseUrl);
  url.username = role;
  return url.href;
}

/** Statement timeouts of the API's roles, as PostgREST reads them: text such as `3s`. */
export async function readStatementLimits(sql: postgres.Sql): Promise<Record<string, string>> {
  const rows = await sql`
    select r.rolname, coalesce(
      (select substr(s, 19) from unnest(r.rolconfig) s where s like 'statement_timeout=%'),
      (select substr(s, 19) from pg_roles a, unnest(a.rolconfig) s
        where a.rolname = 'authenticator' and s like 'statement_timeout=%')) as time_limit
    from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')`;
  return Object.fromEntries(rows.map(({ rolname, time_limit }) => [rolname, time_limit]));
}

/** Creates the tables of Auth and Storage, which the embedded API brings along. */
async function makeServiceTables(adminUrl: string): Promise<void> {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: adminUrl, postgresOptions: { max: 1, onnotice: () => {} } });
  const app = new App({
    connection,
    // Nothing is signed or served with these values; only the tables are created.
    auth: { enabled: true, jwt_secret: randomBytes(32).toString('hex') },
    storage: { enabled: true },
    options: { server: { admin: false, disableStudio: true } },
  } as ConstructorParameters<typeof App>[0]);
  // Storage is skipped without an object store. No file is stored here.
  app._storageAdapter = createObjectStore(tmpdir());
  await app.ensureSystemSchema();
  await connection.close();
}

async function asAdmin(databaseUrl: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(urlAs(databaseUrl, 'supabase_admin'), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Creates the roles of a hosted project on a cluster. Idempotent. */
export async function prepareCluster(databaseUrl: string): Promise<void> {
  await asAdmin(databaseUrl, async (sql) => {
    const password = decodeURIComponent(new URL(databaseUrl).password);
    await sql`select set_config('platform.password', ${password}, false)`;
    await sql.unsafe(await read('platform/cluster.sql'));
  });
}

/**
 * Sets up a database like a hosted project before its first migration: extensions, Auth and Storage with their owners
 * and grants, limits (local/database/platform). Idempotent.
 *
 * @param databaseUrl any role's address of a database whose cluster has the roles
 */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  await asAdmin(databaseUrl, async (sql) => {
    await sql.unsafe(`alter database ${new URL(databaseUrl).pathname.slice(1)} owner to postgres`);
    await sql.unsafe(await read('platform/database.sql'));
    await makeServiceTables(urlAs(databaseUrl, 'supabase_admin'));
    await sql.unsafe(await read('../api/auth/mfa.sql'));
    await sql.unsafe(await read('platform/services.sql'));
  });
}
