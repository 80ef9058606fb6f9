/** @module-tag nightly */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startApi } from '@unstore/local-supabase';
import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import { findAnyPorts } from '@unstore/processes';
import { afterAll, describe, expect, test } from 'vitest';
import { migrateShop, shopConfig } from '../../local/project.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';
import { findPostgres15 } from '../../scripts/tools/postgres-15.ts';
import { createBusyShop } from './books-fixture.ts';
import { buy, createProduct, createUser, givePassword, refundAll } from './factories.ts';
import { readGrants } from './grants.ts';
import { openDatabase, type TestDatabase } from './harness.ts';

// The oldest PostgreSQL of hosted projects, and the only one here that comes with pg_dump.
const binaries = findPostgres15();
if (!binaries) throw new Error('Nothing ran on PostgreSQL 15: install the package postgresql-15.');
const cluster = await startScratch({ binaries });
const folder = await mkdtemp(join(tmpdir(), 'unstore-backup-'));
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});
await migrateShop(await createPlatformDatabase(cluster.url, 'plantilla'));
const source = await openDatabase({ serverUrl: cluster.url });
const target = await openDatabase({ serverUrl: cluster.url });
const cutOff = await openDatabase({ serverUrl: cluster.url });

/** Storage and Auth of a project, with a folder of its own for the files. */
async function startProject(db: TestDatabase, name: string) {
  const storageDir = join(folder, name);
  const { publishableKey, secretKey, jwt } = await loadSecrets(storageDir);
  const api = await startApi({
    databaseUrl: db.url,
    storageDir,
    port: (await findAnyPorts('api')).api,
    siteUrl: 'http://localhost',
    configFile: shopConfig,
    keys: { publishable: publishableKey, secret: secretKey, jwt },
  });
  afterAll(() => api.stop());
  const options = { auth: { persistSession: false } };
  return {
    env: { DATABASE_URL: db.url, SUPABASE_URL: api.url, SUPABASE_SECRET_KEY: secretKey },
    storage: createClient(api.url, secretKey, options).storage,
    auth: createClient(api.url, publishableKey, options).auth,
  };
}

async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts', script), ...args], {
    env: { ...process.env, PATH: `${binaries}:${process.env.PATH}`, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

test('every migration applies on PostgreSQL 15 and results in the same privileges', async () => {
  const [{ version } = {}] = await source.sql`select current_setting('server_version_num')::integer / 10000 as version`;
  expect(version).toBe(15);
  expect(await readGrants(source.sql)).toBe(await readFile(join(import.meta.dirname, 'grants.snapshot.txt'), 'utf8'));
});

/** Replaces a PostgreSQL program with a script; `$real` is the program itself. */
async function replaceProgram(name: string, script: string): Promise<string> {
  const bin = join(folder, `instead-of-${name}-${randomUUID()}`);
  await mkdir(bin);
  await writeFile(join(bin, name), `#!/bin/sh\nreal=${binaries}/${name}\n${script}\n`, { mode: 0o755 });
  return `${bin}:${binaries}:${process.env.PATH}`;
}

const [old, fresh] = [await startProject(source, 'old'), await startProject(target, 'fresh')];
const third = await startProject(cutOff, 'third');

describe('a backup', () => {
  const backup = join(folder, 'backup');
  const name = `${randomUUID()}/portada – ñ.webp`;
  const bytes = Buffer.from('what is sold');

  test('is restored only if complete, and never into a database in use', async () => {
    await createBusyShop(source);
    const user = await createUser(source.sql);
    await source.sql`update auth.users set email = 'vuelve@gmail.com', email_confirmed_at = now() where id = ${user}`;
    await givePassword(source.sql, user);
    await source.sql`update configuracion_global set vendedor_nombre = 'Tienda restaurada'`;
    expect((await old.storage.from('portadas').upload(name, bytes, { contentType: 'image/webp' })).error).toBeNull();
    expect(await run('restore.ts', [folder], fresh.env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no whole backup'),
    });

    const made = await run('backup.ts', [backup], old.env);
    expect(made.output).toContain('1 files are there, too');
    expect(made.code).toBe(0);
    // A backup is a snapshot of its start; later changes are not in it.
    const { made: moment } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    expect(Date.parse(moment)).toBeLessThan((await stat(join(backup, 'database.dump'))).mtimeMs);
    expect(await run('restore.ts', [backup], old.env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('This database is in use'),
    });
  });

  test('of another version is refused, and a damaged one changes nothing', async () => {
    const other = join(folder, 'other');
    await cp(backup, other, { recursive: true });
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    const migrations = [...manifest.migrations, '29990101000000'];
    await writeFile(join(other, 'manifest.json'), JSON.stringify({ ...manifest, migrations }));
    expect((await run('restore.ts', [other], fresh.env)).output).toContain('migrations up to 29990101000000');

    await writeFile(join(other, 'manifest.json'), JSON.stringify(manifest));
    const dump = await readFile(join(other, 'database.dump'));
    await writeFile(join(other, 'database.dump'), dump.subarray(0, dump.length / 2));
    expect(await run('restore.ts', [other], fresh.env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('pg_restore failed'),
    });
    const [left] = await target.sql`select count(*)::integer as rows from auth.users`;
    expect(left?.rows).toBe(0);
    const [kept] = await target.sql`select count(*)::integer as rows from comprobaciones`;
    expect(kept?.rows).toBeGreaterThan(0);
  });

  test('interrupted while loading rows changes nothing', async () => {
    const half = `"$real" "$@" > "$0.all"; head -c $(($(wc -c < "$0.all") / 2)) "$0.all"; sleep 1; kill -9 $PPID`;
    const PATH = await replaceProgram('pg_restore', half);
    expect((await run('restore.ts', [backup], { ...third.env, PATH })).code).toBeNull();
    // A partially read dump is not a backup.
    const open = () =>
      cutOff.sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'psql'`;
    await expect.poll(open).toHaveLength(0);
    const [left] = await cutOff.sql`select (select count(*) from comprobaciones)::integer as own,
      (select count(*) from auth.users)::integer as people`;
    expect(left).toEqual({ own: expect.toSatisfy((rows: number) => rows > 0), people: 0 });
  });

  test('interrupted after loading rows is recorded, and its files can be restored later', async () => {
    const PATH = await replaceProgram('psql', '"$real" "$@"; kill -9 $PPID');
    expect((await run('restore.ts', [backup], { ...third.env, PATH })).code).toBeNull();
    expect((await run('restore.ts', [backup], third.env)).output).toContain('This database is in use');
    const files = await run('restore.ts', [backup, '--files'], third.env);
    expect(files.output).toContain('1 files are stored');
    expect(files.code).toBe(0);
    const { made } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    expect(await cutOff.sql`select copia_at, repasada_at from restauraciones`).toEqual([
      { copia_at: new Date(made), repasada_at: null },
    ]);
  });

  test('restores rows, files and people into an empty shop, with consistent ledgers', async () => {
    const restored = await run('restore.ts', [backup], fresh.env);
    expect(restored.output).toContain('1 files are stored');
    expect(restored.code).toBe(0);
    expect(await target.sql`select vendedor_nombre from configuracion_global`).toEqual([
      { vendedor_nombre: 'Tienda restaurada' },
    ]);
    const { data } = await fresh.storage.from('portadas').download(name);
    expect(await data?.text()).toBe(String(bytes));
    const { error } = await fresh.auth.signInWithPassword({ email: 'vuelve@gmail.com', password: 'Secreta123' });
    expect(error).toBeNull();
    // The job fetches later events from the providers.
    const { made: moment } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    expect(await target.callService('restauracion_por_repasar')).toMatchObject({ id: 1 });
    const [noted] = await target.sql`select copia_at, repasada_at from restauraciones`;
    expect(noted).toEqual({ copia_at: new Date(moment), repasada_at: null });
    // New rows collide neither with restored ones nor with those that the lost shop has written since the backup.
    const documents = async ({ sql }: TestDatabase) =>
      (await sql`select serie || '-' || numero as number from facturas`).map(({ number }) => number);
    const saved = await documents(target);
    for (const db of [source, target]) {
      const user = await createUser(db.sql);
      const payment = await buy(db, user, { producto: await createProduct(db.sql, { slug: 'despues' }) });
      await refundAll(db, payment);
    }
    const [lost, made] = [await documents(source), await documents(target)].map((all) =>
      all.filter((number) => !saved.includes(number)),
    );
    expect([lost?.length, made?.length]).toEqual([2, 2]);
    expect(made?.filter((number) => lost?.includes(number))).toEqual([]);
    expect(await run('invariants.ts', [], fresh.env)).toMatchObject({ code: 0 });
  });
});
