/** @module-tag nightly */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import { applySchemas, compareCatalogues, readCatalogue } from '@unstore/local-supabase/schema';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { shopFolders } from '../../local/project.ts';
import { findRelease } from '../../local/schema/release.ts';
import { findPostgres15 } from '../../scripts/tools/postgres-15.ts';

const root = join(import.meta.dirname, '../..');
const binaries = findPostgres15();
if (!binaries) throw new Error('Install the package postgresql-15.');
const cluster = await startScratch({ binaries });
const folder = await mkdtemp(join(tmpdir(), 'unstore-push-'));
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `supabase db push` of the pinned CLI, in a folder of its own with these migrations. */
async function push(url: string, migrations: Map<string, string>): Promise<string> {
  const workdir = await mkdtemp(join(folder, 'project-'));
  await mkdir(join(workdir, 'supabase/migrations'), { recursive: true });
  await cp(join(root, 'supabase/config.toml'), join(workdir, 'supabase/config.toml'));
  for (const [name, text] of migrations) await writeFile(join(workdir, 'supabase/migrations', name), text);
  const { stdout, stderr } = await promisify(execFile)(
    join(root, 'node_modules/.bin/supabase'),
    ['db', 'push', `--remote=${url}`, '--yes', '--workdir', workdir],
    { env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1' } },
  );
  return stdout + stderr;
}

async function readShopMigrations(): Promise<Map<string, string>> {
  const names = await readdir(shopFolders.migrations);
  const texts = await Promise.all(names.map((name) => readFile(join(shopFolders.migrations, name), 'utf8')));
  return new Map(names.map((name, at) => [name, texts[at] ?? '']));
}

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const current = await readShopMigrations();
const declared = await createPlatformDatabase(cluster.url, 'declarada');
await applySchemas(declared, shopFolders.schemas);
const release = findRelease();

test.each([
  { from: 'an empty project', before: undefined },
  // Before the first release there is only the empty project.
  ...(release ? [{ from: `release ${release.tag}`, before: release.migrations }] : []),
])(
  '`supabase db push` creates the database of the schema files from $from, without a superuser',
  async ({ before }) => {
    const url = await createPlatformDatabase(cluster.url, before ? 'desde_version' : 'desde_nada');
    const [role] = await query(
      url,
      (sql) => sql`select current_user as name, rolsuper from pg_roles where rolname = current_user`,
    );
    expect(role).toEqual({ name: 'postgres', rolsuper: false });
    if (before) await push(url, before);
    expect(await push(url, current)).toContain('Finished supabase db push.');
    const pushed = await query(url, readCatalogue);
    expect(compareCatalogues(pushed, await query(declared, readCatalogue))).toEqual([]);
    expect(await push(url, current)).toContain('Remote database is up to date.');
  },
);

test('a new migration is applied alone, and a failed one changes nothing', async () => {
  const url = await createPlatformDatabase(cluster.url, 'con_otra');
  await push(url, current);
  const add = 'create table public.things (id integer);\ninsert into public.things values (1);\n';
  const file = '29990101000000_add_things.sql';
  const broken = new Map(current).set(file, `${add}select 1 / 0;\n`);
  await expect(push(url, broken)).rejects.toThrow(/division by zero/);
  expect(await query(url, (sql) => sql`select to_regclass('public.things') as name`)).toEqual([{ name: null }]);
  await push(url, new Map(current).set(file, add));
  expect(await query(url, (sql) => sql`select id from public.things`)).toEqual([{ id: 1 }]);
});
