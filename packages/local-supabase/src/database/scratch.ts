import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import postgres from 'postgres';
import { prepareCluster, preparePlatform } from './platform.ts';
import { startDatabase } from './start-database.ts';
import { urlAs } from './url-as.ts';

const platform = 'platform';

/** Copies a database of the cluster as its superuser; the copy is owned by `postgres`. */
export async function copyDatabase(serverUrl: string, template: string, name: string): Promise<string> {
  const admin = postgres(urlAs(serverUrl, 'supabase_admin'), { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`create database ${name} template ${template} owner postgres`);
  } finally {
    await admin.end();
  }
  return serverUrl.replace(/postgres$/, name);
}

/**
 * Creates an empty database like a hosted project before its first migration.
 *
 * @param serverUrl a cluster of `startScratch`
 * @returns the address of the new database
 */
export function createPlatformDatabase(serverUrl: string, name: string): Promise<string> {
  return copyDatabase(serverUrl, platform, name);
}

const memory = '/dev/shm';
const leastBytes = 4 * 1024 ** 3;

/**
 * The parent folder of a temporary cluster: an in-memory file system with enough room, or else the temporary folder.
 */
async function findParent(): Promise<string> {
  const system = await statfs(memory).catch(() => null);
  return system && system.bavail * system.bsize >= leastBytes ? memory : tmpdir();
}

/**
 * Starts a temporary cluster for tests and for commands that compare databases. It is in memory if Linux has 4 GB for
 * it: a copy of a database has 1,500 files, which take seconds to create on a slow disk.
 */
export async function startScratch(
  options: { binaries?: string } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(await findParent(), 'local-supabase-'));
  // As root, the cluster belongs to another user.
  await chmod(folder, 0o711);
  const ports = await findAnyPorts('database');
  const dataDir = join(folder, 'cluster');
  const database = await startDatabase({
    dataDir,
    port: ports.database,
    password: 'local',
    durable: false,
    ...options,
  });
  const stop = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await prepareCluster(database.url);
    await preparePlatform(await copyDatabase(database.url, 'template1', platform));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: database.url, stop };
}
