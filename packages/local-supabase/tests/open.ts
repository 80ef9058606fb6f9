import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import postgres from 'postgres';
import { afterAll } from 'vitest';
import { startApi } from '../src/api/start-api.ts';
import { createPlatformDatabase, startScratch } from '../src/database/scratch.ts';
import { generateKeys } from '../src/keys.ts';

/** Creates a database for this test file, runs its set-up SQL, and returns a function that starts the API. */
export async function openProject(setUp: string) {
  const cluster = await startScratch();
  const databaseUrl = await createPlatformDatabase(cluster.url, 'project');
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  await sql.unsafe(setUp);
  const storageDir = await mkdtemp(join(tmpdir(), 'local-supabase-'));
  const keys = await generateKeys();
  afterAll(async () => {
    await sql.end();
    await cluster.stop();
    await rm(storageDir, { recursive: true, force: true });
  });
  const start = async () => {
    const { api: port } = await findAnyPorts('api');
    return startApi({ databaseUrl, storageDir, port, siteUrl: 'http://localhost', keys });
  };
  return { sql, keys, start };
}
