import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

const folder = join(import.meta.dirname, '../supabase/migrations');
const lock = 7_042_026;

/**
 * Applies the migrations that a database does not have yet, each in a transaction of its own, and records
 * them as the Supabase CLI does. Two runs at once wait for each other.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${lock})`;
    await sql`create schema if not exists supabase_migrations`;
    await sql`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
    const applied = await sql`select version from supabase_migrations.schema_migrations`;
    const known = new Set(applied.map(({ version }) => version));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files) {
      const [version = '', ...words] = file.replace('.sql', '').split('_');
      if (known.has(version)) continue;
      const text = await readFile(join(folder, file), 'utf8');
      await sql.begin(async (transaction) => {
        await transaction.unsafe(text);
        await transaction`insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[text]}, ${words.join('_')})`;
      });
    }
  } finally {
    await sql.end();
  }
}
