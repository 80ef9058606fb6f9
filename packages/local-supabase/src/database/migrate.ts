import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { withClusterLock } from './cluster-lock.ts';
import { OtherData } from './other-data.ts';

type Migration = { version: string; name: string; text: string };

async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
      if (!version || !name) throw new Error(`${file} is not named YYYYMMDDHHmmss_name.sql`);
      return { version, name, text: await readFile(join(dir, file), 'utf8') };
    }),
  );
}

async function apply(sql: postgres.Sql, { version, name, text }: Migration): Promise<void> {
  await sql.begin(async (begun) => {
    // The package's transaction type lacks the call signature.
    const transaction = begun as unknown as postgres.Sql;
    await transaction.unsafe(text);
    await transaction`insert into supabase_migrations.schema_migrations (version, statements, name)
      values (${version}, ${[text]}, ${name})`;
  });
}

/**
 * Applies pending migrations, each in its own transaction, and records them as the Supabase CLI does. Concurrent runs
 * wait for each other, even on two databases of a cluster.
 *
 * @param dir folder of the migrations
 * @throws if a migration fails or is older than the newest applied one; `OtherData` if the database has unknown ones
 */
export async function migrate(databaseUrl: string, dir: string): Promise<void> {
  const migrations = await readMigrations(dir);
  await withClusterLock(databaseUrl, () => applyMissing(databaseUrl, migrations));
}

async function applyMissing(databaseUrl: string, migrations: Migration[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`create schema if not exists supabase_migrations`;
    await sql`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
    const applied = await sql`select version, statements from supabase_migrations.schema_migrations`;
    const known = new Map(applied.map(({ version, statements }) => [version, statements?.join('') ?? '']));
    const newest = [...known.keys()].sort().at(-1) ?? '';
    const isKnown = ({ version, text }: Migration) => known.get(version) === text;
    const others = [...known.keys()].filter(
      (version) => !migrations.some((each) => each.version === version && isKnown(each)),
    );
    if (others.length > 0) {
      throw new OtherData(`This database was made with other migrations than those of this version (${others[0]}).`);
    }
    const missing = migrations.filter(({ version }) => !known.has(version));
    const late = missing.find(({ version }) => version < newest);
    if (late) {
      throw new Error(
        `${late.version}_${late.name}.sql is older than ${newest}, which this database has already. ` +
          'Give its file a later date.',
      );
    }
    for (const migration of missing) await apply(sql, migration);
  } finally {
    await sql.end();
  }
}
