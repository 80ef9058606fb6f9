import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { migrate } from '../database/migrate.ts';
import type { Difference } from './catalogue.ts';
import { compareBoth, type Folders, makeBoth, type Sides } from './drift.ts';
import { writeRows } from './rows.ts';

export type Made = {
  /** The new file; undefined if there are no differences. */
  path: string | undefined;
  /** Remaining differences, which need a handwritten migration. */
  left: Difference[];
  /** Lines of the migration that lose data. */
  losses: string[];
};

type MigrationOptions = Folders & { project: string; name: string; head: string; now?: Date };

/** A statement that waits for a table lock blocks all later queries of the table. */
const patience =
  "-- The application goes on meanwhile: what cannot have its lock at once fails, and is run again.\nset local lock_timeout = '5s';";

/** The current time as a version, or a later one than the newest existing migration. */
function nextVersion(files: string[], now: Date): string {
  const newest =
    files
      .map((file) => file.slice(0, 14))
      .sort()
      .at(-1) ?? '';
  const version = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return version > newest ? version : String(BigInt(newest) + 1n);
}

/** Finds statements that lose data, outside function bodies. */
function findLosses(text: string): string[] {
  const statements = text.replace(/\$(\w*)\$.*?\$\1\$/gs, '');
  return statements.match(/^\s*(DROP TABLE|DROP COLUMN|ALTER COLUMN .* TYPE|delete from).*$/gm) ?? [];
}

/**
 * Removes grants to owners: they are implicit, and listing each privilege fails on PostgreSQL versions with fewer
 * privileges.
 */
function withoutOwnersRights(statements: string, owner: string): string {
  return statements.replace(new RegExp(`^(GRANT|REVOKE) [^\\n;]* (TO|FROM) "${owner}";\\n*`, 'gm'), '');
}

async function diff({ migrated, declared }: Sides, project: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-supabase-diff-'));
  const output = join(folder, 'diff.sql');
  // The command writes no file without differences.
  await writeFile(output, '');
  try {
    await promisify(execFile)(
      join(project, 'node_modules/.bin/supabase'),
      ['db', 'diff', '--from', migrated, '--to', declared, '--use-pg-delta', '--output', output],
      { cwd: project, maxBuffer: 64_000_000 },
    );
    return await readFile(output, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDifference(sides: Sides, differences: Difference[], project: string): Promise<string> {
  const sql = postgres(sides.declared, { max: 1, onnotice: () => {} });
  try {
    const isRow = ({ name }: Difference) => name.startsWith('row ');
    const objects = differences.every(isRow) ? '' : withoutOwnersRights(await diff(sides, project), sql.options.user);
    return [objects.trim(), ...(await writeRows(sql, differences))].filter(Boolean).join('\n\n');
  } finally {
    await sql.end();
  }
}

/**
 * Generates the migration from the current migrations to the schema files, applies it, and compares again.
 *
 * @param serverUrl a cluster of `startScratch`
 * @param options.project folder of the project, with the Supabase CLI in its packages
 * @param options.name its purpose, in words joined by `_`
 * @param options.head first line of the file, a comment
 * @param options.now time of its version
 * @throws if the schema files or the new migration cannot be applied
 */
export async function makeMigration(serverUrl: string, options: MigrationOptions): Promise<Made> {
  const { project, name, head, now = new Date(), schemas, migrations, template } = options;
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error('A migration is named in words, like `add_gift_cards`.');
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql'));
  const sides = await makeBoth(serverUrl, { schemas, migrations, template });
  const differences = await compareBoth(sides);
  if (differences.length === 0) return { path: undefined, left: [], losses: [] };
  const text = await writeDifference(sides, differences, project);
  const path = join(migrations, `${nextVersion(files, now)}_${name}.sql`);
  await writeFile(path, `${[head, patience, text.trim()].join('\n\n')}\n`);
  await migrate(sides.migrated, migrations).catch((error: Error) => {
    throw new Error(`${path} is written, but cannot be applied: correct it by hand.`, {
      cause: error,
    });
  });
  return { path, left: await compareBoth(sides), losses: findLosses(text) };
}
