import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi } from './api.ts';
import { startDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { preparePlatform } from './platform.ts';
import { findPorts } from './ports.ts';
import { loadSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'lib/core/supabase/database.types.ts');

/** Generates the types of a database that was made from the migrations alone. */
async function generate(): Promise<string> {
  const folder = join(root, '.data/types');
  await rm(folder, { recursive: true, force: true });
  const ports = await findPorts({ database: 54500, api: 54600 });
  const secrets = await loadSecrets(folder);
  const database = await startDatabase({
    dataDir: join(folder, 'database'),
    port: ports.database,
    password: secrets.databasePassword,
    durable: false,
  });
  try {
    await preparePlatform(database.url);
    const api = await startApi({
      databaseUrl: database.url,
      storageDir: folder,
      port: ports.api,
      siteUrl: 'http://localhost',
      smtpPort: 1,
      keys: { publishable: secrets.publishableKey, secret: secrets.secretKey, jwt: secrets.jwt },
    });
    await migrate(database.url);
    await api.stop();
    const { stdout } = await promisify(execFile)(
      join(root, 'node_modules/.bin/supabase'),
      ['gen', 'types', 'typescript', '--db-url', database.url, '--schema', 'public'],
      { maxBuffer: 16_000_000 },
    );
    return stdout.slice(stdout.indexOf('export type'));
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
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
