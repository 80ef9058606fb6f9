import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchemas } from '@unstore/local-supabase/schema';
import { shopFolders } from '../project.ts';
import type { Release } from './release.ts';

const file = '20261101000000_baseline.sql';
const head = '-- The schema files, one after the other. `npm run db:baseline` writes this file.';

export type Sources = { schemas?: string; migrations?: string };

const listMigrations = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

const baselineOf = async (schemas: string) => `${head}\n\n${await readSchemas(schemas)}`;

/** Writes the single migration of an unreleased shop from the schema files. */
export async function writeBaseline({
  schemas = shopFolders.schemas,
  migrations = shopFolders.migrations,
}: Sources = {}): Promise<void> {
  for (const name of await listMigrations(migrations)) await rm(join(migrations, name));
  await writeFile(join(migrations, file), await baselineOf(schemas));
}

/**
 * Squashes the migrations after a release into one.
 *
 * @param name the release's changes, in words joined by `_`
 * @returns the new file; undefined if the release has all migrations
 */
export async function squashMigrations(
  { migrations: released }: Release,
  name: string,
  migrations = shopFolders.migrations,
): Promise<string | undefined> {
  const added = (await listMigrations(migrations)).filter((each) => !released.has(each));
  const newest = added.at(-1);
  if (!newest) return undefined;
  const texts = await Promise.all(added.map((each) => readFile(join(migrations, each), 'utf8')));
  for (const each of added) await rm(join(migrations, each));
  const path = join(migrations, `${newest.slice(0, 14)}_${name}.sql`);
  await writeFile(path, texts.join('\n'));
  return path;
}

/**
 * Checks the migration files: before the first release they are one baseline, equal to the schema files; after it,
 * those of the newest release are unchanged.
 *
 * @returns the faults, each with the command that corrects it
 */
export async function findFaults(
  release: Release | undefined,
  { schemas = shopFolders.schemas, migrations = shopFolders.migrations }: Sources = {},
): Promise<string[]> {
  const names = await listMigrations(migrations);
  const read = (name: string) => (names.includes(name) ? readFile(join(migrations, name), 'utf8') : undefined);
  if (!release) {
    const isBaseline = names.length === 1 && (await read(file)) === (await baselineOf(schemas));
    return isBaseline ? [] : ['The baseline is not what the schema files say: run `npm run db:baseline`.'];
  }
  const faults: string[] = [];
  for (const [name, text] of release.migrations) {
    if ((await read(name)) === text) continue;
    faults.push(`${name} is not as in ${release.tag}: restore it, and write \`npm run db:migration <name>\`.`);
  }
  return faults;
}
