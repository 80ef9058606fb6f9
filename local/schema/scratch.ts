import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startApi } from '../api.ts';
import { startDatabase } from '../database.ts';
import { preparePlatform } from '../platform.ts';
import { findAnyPorts } from '../ports.ts';
import { loadSecrets } from '../secrets.ts';

const platform = 'plataforma';

/**
 * Makes an empty database as a hosted project is before its first migration.
 *
 * @param serverUrl a cluster of `startScratch`
 * @returns the address of the new database
 */
export async function createPlatformDatabase(serverUrl: string, name: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name} template ${platform}`);
  } finally {
    await sql.end();
  }
  return serverUrl.replace(/postgres$/, name);
}

/** A cluster in the folder of temporary files, for tests and for commands that compare databases. */
export async function startScratch(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-db-'));
  // The cluster belongs to a user of its own when this runs as root.
  await chmod(folder, 0o711);
  const ports = await findAnyPorts('database', 'api');
  const dataDir = join(folder, 'cluster');
  const database = await startDatabase({ dataDir, port: ports.database, password: 'prueba', durable: false });
  const stop = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const sql = postgres(database.url, { max: 1 });
    await sql.unsafe(`create database ${platform}`);
    await sql.end();
    const url = database.url.replace(/postgres$/, platform);
    await preparePlatform(url);
    // The schemas of Auth and Storage are made by the embedded API itself.
    const { publishableKey, secretKey, jwt } = await loadSecrets(folder);
    const keys = { publishable: publishableKey, secret: secretKey, jwt };
    const siteUrl = 'http://localhost';
    const api = await startApi({ databaseUrl: url, storageDir: folder, port: ports.api, siteUrl, smtpPort: 1, keys });
    await api.stop();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: database.url, stop };
}
