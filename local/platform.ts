import { join } from 'node:path';
import postgres from 'postgres';

/** Gives an empty database what a hosted project has before its first migration: roles, extensions, grants. */
export async function preparePlatform(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql.file(join(import.meta.dirname, 'platform.sql')).simple();
  await sql.end();
}
