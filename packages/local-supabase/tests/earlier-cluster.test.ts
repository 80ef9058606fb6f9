import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { OtherData } from '../src/database/other-data.ts';
import { startDatabase } from '../src/database/start-database.ts';
import { urlAs } from '../src/database/url-as.ts';

const folder = await mkdtemp(join(tmpdir(), 'local-supabase-earlier-'));
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('data of an earlier version, with the superuser postgres, is kept and refused', async () => {
  const dataDir = join(folder, 'cluster');
  const { database: port } = await findAnyPorts('database');
  const start = () => startDatabase({ dataDir, port, password: 'local', durable: false });
  const database = await start();
  const admin = postgres(urlAs(database.url, 'supabase_admin'), { max: 1 });
  await admin`create role postgres superuser login password 'local'`;
  await admin.end();
  const earlier = postgres(database.url, { max: 1 });
  await earlier`alter role supabase_admin rename to nobody_knows`;
  await earlier.end();
  await database.stop();

  await expect(start()).rejects.toThrow(OtherData);
  // It has released the port and the data.
  await expect(start()).rejects.toThrow('was made by an earlier version');
});
