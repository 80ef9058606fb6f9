import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startApi } from '../../local/api.ts';
import { startDatabase } from '../../local/database.ts';
import { migrate } from '../../local/migrate.ts';
import { preparePlatform } from '../../local/platform.ts';
import { findPorts } from '../../local/ports.ts';
import { loadSecrets } from '../../local/secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** The schemas of Auth and Storage, made by the embedded API itself. */
async function createServiceSchemas(databaseUrl: string, folder: string, port: number) {
  const { publishableKey, secretKey, jwt } = await loadSecrets(folder);
  const keys = { publishable: publishableKey, secret: secretKey, jwt };
  const api = await startApi({ databaseUrl, storageDir: folder, port, siteUrl: 'http://localhost', smtpPort: 1, keys });
  await api.stop();
}

/** One cluster for all test files, with the migrated database `plantilla` that each of them copies. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-db-'));
  // The cluster belongs to a user of its own when the tests run as root.
  await chmod(folder, 0o711);
  const ports = await findPorts({ database: 55400, api: 55500 });
  const dataDir = join(folder, 'cluster');
  const database = await startDatabase({ dataDir, port: ports.database, password: 'prueba', durable: false });
  try {
    const sql = postgres(database.url, { max: 1 });
    await sql`create database plantilla`;
    await sql.end();
    const template = database.url.replace(/postgres$/, 'plantilla');
    await preparePlatform(template);
    await createServiceSchemas(template, folder, ports.api);
    await migrate(template);
  } catch (error) {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
