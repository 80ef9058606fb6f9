import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** The file with the types of a migrated database. */
export const typesFile = join(root, 'lib/core/supabase/database.types.ts');

/** Generates the types of a database with the Supabase CLI. */
export async function makeTypes(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/supabase'),
    ['gen', 'types', 'typescript', '--db-url', databaseUrl, '--schema', 'public'],
    { maxBuffer: 16_000_000 },
  );
  return stdout.slice(stdout.indexOf('export type'));
}
