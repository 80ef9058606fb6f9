import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { createObjectStore } from '../api/object-store.ts';
import { migrateAuth } from '../api/real/auth.ts';
import { chooseRealServices, type RealServices } from '../api/real/choice.ts';
import { migrateStorage } from '../api/real/storage.ts';
import { OtherData } from './other-data.ts';
import { urlAs } from './url-as.ts';

const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8');

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

/** The function that PostgREST calls before each request, quoted; null without one. */
export async function readPreRequest(sql: postgres.Sql): Promise<string | null> {
  const [found] = await sql`
    select substr(s, 22) as name from pg_roles r, unnest(r.rolconfig) s
    where r.rolname = 'authenticator' and s like 'pgrst.db_pre_request=%'`;
  return found?.name
    ? found.name
        .split('.')
        .map((part: string) => `"${part}"`)
        .join('.')
    : null;
}

/**
 * Refuses a database with tables of the embedded Auth or Storage if the real one is chosen, or the other way round.
 */
async function refuseOtherKind(sql: postgres.Sql, { authBinary, storageSource }: RealServices): Promise<void> {
  const [found] = await sql`select
    to_regclass('auth.users') is not null as has_auth, to_regclass('auth.schema_migrations') is not null as real_auth,
    to_regclass('storage.objects') is not null as has_storage, to_regclass('storage.migrations') is not null as real_storage`;
  const isOther =
    (found?.has_auth && found.real_auth !== Boolean(authBinary)) ||
    (found?.has_storage && found.real_storage !== Boolean(storageSource));
  if (isOther) {
    throw new OtherData('This database was made with other services (AUTH_BINARY, STORAGE_SOURCE).');
  }
}

/** Creates the tables of the embedded services. */
async function makeEmbeddedTables(adminUrl: string, { authBinary, storageSource }: RealServices): Promise<void> {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: adminUrl, postgresOptions: { max: 1, onnotice: () => {} } });
  const app = new App({
    connection,
    // Nothing is signed or served with these values; only the tables are created.
    auth: { enabled: !authBinary, jwt_secret: randomBytes(32).toString('hex') },
    storage: { enabled: !storageSource },
    options: { server: { admin: false, disableStudio: true } },
  } as ConstructorParameters<typeof App>[0]);
  // Storage is skipped without an object store. No file is stored here.
  if (!storageSource) app._storageAdapter = createObjectStore(tmpdir());
  await app.ensureSystemSchema();
  await connection.close();
}

/** Creates the tables of Auth and Storage: of the real ones by their own migrations. */
async function makeTables(sql: postgres.Sql, databaseUrl: string): Promise<void> {
  const real = chooseRealServices();
  const { authBinary, storageSource } = real;
  await refuseOtherKind(sql, real);
  await makeEmbeddedTables(urlAs(databaseUrl, 'supabase_admin'), real);
  if (!authBinary) await sql.unsafe(await read('../api/auth/tables.sql'));
  await sql.unsafe(await read('platform/caller.sql'));
  await sql.unsafe(await read('platform/owners.sql'));
  if (authBinary) await migrateAuth(authBinary, databaseUrl);
  if (storageSource) await migrateStorage(storageSource, databaseUrl);
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
 * and grants, limits (the SQL files in platform/). Idempotent.
 *
 * @param databaseUrl any role's address of a database whose cluster has the roles
 */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  await asAdmin(databaseUrl, async (sql) => {
    await sql.unsafe(`alter database ${new URL(databaseUrl).pathname.slice(1)} owner to postgres`);
    await sql.unsafe(await read('platform/database.sql'));
    await makeTables(sql, databaseUrl);
    await sql.unsafe(await read('platform/services.sql'));
  });
}
