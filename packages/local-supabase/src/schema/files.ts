import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { withClusterLock } from '../database/cluster-lock.ts';

/** Reads and joins the schema files of a folder (`schema_paths` of `config.toml`), ordered by name. */
export async function readSchemas(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.join('\n');
}

/** Applies the schema files to an empty database in one transaction. */
export async function applySchemas(databaseUrl: string, dir: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const text = await readSchemas(dir);
    await withClusterLock(databaseUrl, () => sql.begin((transaction) => transaction.unsafe(text)));
  } finally {
    await sql.end();
  }
}
