#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findPorts, readOptions } from '@unstore/processes';
import { startSupabase } from './start.ts';

const { values } = readOptions({
  options: {
    project: { type: 'string', default: '.' },
    data: { type: 'string', default: '.local-supabase' },
    'site-url': { type: 'string', default: 'http://localhost:3000' },
    'api-port': { type: 'string', default: '54321' },
    'database-port': { type: 'string', default: '54322' },
  },
});

const existing = (path: string) => (existsSync(path) ? path : undefined);
const ports = await findPorts({ api: Number(values['api-port']), database: Number(values['database-port']) });
const supabase = await startSupabase({
  dataDir: resolve(values.data),
  ports,
  siteUrl: values['site-url'],
  configFile: existing(join(values.project, 'supabase/config.toml')),
  migrations: existing(join(values.project, 'supabase/migrations')),
}).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
// The package of PostgreSQL has handlers that end the process before the API has stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal);
  process.once(signal, () => void supabase.stop().then(() => process.exit(0)));
}
console.log(`SUPABASE_URL=${supabase.url}
SUPABASE_PUBLISHABLE_KEY=${supabase.keys.publishable}
SUPABASE_SECRET_KEY=${supabase.keys.secret}
DATABASE_URL=${supabase.databaseUrl}`);
