import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { withClusterLock } from './cluster-lock.ts';

/** The folder of the shop's migrations. */
export const shopMigrations = join(import.meta.dirname, '../../supabase/migrations');

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
    // The package's type of a transaction lacks the call signature.
    const transaction = begun as unknown as postgres.Sql;
    await transaction.unsafe(text);
    await transaction`insert into supabase_migrations.schema_migrations (version, statements, name)
      values (${version}, ${[text]}, ${name})`;
  });
}

/**
 * Applies the migrations that a database does not have yet, each in a transaction of its own, and records
 * them as the Supabase CLI does. Two runs at once wait for each other, on two databases of a cluster as well.
 *
 * @param options.dir folder of the migrations; the shop's own by default
 * @throws when a migration fails, differs from the one that this database was made with, or is older than the newest
 *   one that was applied
 */
export async function migrate(databaseUrl: string, { dir = shopMigrations } = {}): Promise<void> {
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
    for (const migration of migrations) {
      const text = known.get(migration.version);
      if (text === undefined && migration.version < newest) {
        throw new Error(
          `${migration.version}_${migration.name}.sql is older than ${newest}, which this database has already. ` +
            'Give its file a later date, or start afresh with `npm run reset` if this database was made with other migrations.',
        );
      }
      if (text !== undefined && text !== migration.text) {
        throw new Error(
          `This database was made with another ${migration.version}_${migration.name}.sql. \`npm run reset\` starts afresh.`,
        );
      }
      if (text === undefined) await apply(sql, migration);
    }
  } finally {
    await sql.end();
  }
}
