import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import { migrateShop } from './project.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'lib/core/supabase/database.types.ts');

/** Generates the types from a database with only the migrations. */
async function generate(): Promise<string> {
  const scratch = await startScratch();
  try {
    const url = await createPlatformDatabase(scratch.url, 'tipos');
    await migrateShop(url);
    const { stdout } = await promisify(execFile)(
      join(root, 'node_modules/.bin/supabase'),
      ['gen', 'types', 'typescript', '--db-url', url, '--schema', 'public'],
      { maxBuffer: 16_000_000 },
    );
    return stdout.slice(stdout.indexOf('export type'));
  } finally {
    await scratch.stop();
  }
}

const generated = await generate();
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8')) !== generated) {
    console.error('lib/core/supabase/database.types.ts is stale: run `npm run types`.');
    process.exit(1);
  }
  console.log('The database types are fresh.');
} else {
  await writeFile(target, generated);
}
