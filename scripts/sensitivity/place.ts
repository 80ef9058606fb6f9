import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '../../local/database/migrate.ts';
import { urlAs } from '../../local/database/platform.ts';
import { applySchemas } from '../../local/database/schema/files.ts';
import { copyDatabase, createPlatformDatabase, startScratch } from '../../local/database/schema/scratch.ts';
import { type Bug, isSql, makeMistake, schemaFolder } from '../../tests/sensitivity/bug.ts';
import { changedFunction } from './changed-function.ts';
import { runTests, type Seen, type Verdict } from './run-tests.ts';
import { copySources } from './sources.ts';

/** Each entry is held against the sources by a test, which would notice every mistake whatever. */
const everyTest = ['--bail=4', '--exclude=tests/unit/sensitivity/**'];

const testsOf = (file: string) => [
  file.startsWith('tests/db/') ? '--project=db*' : '--project=unit*',
  '--maxWorkers=1',
  file,
];

const template = 'plantilla';
const sound = 'sana';

async function asAdmin(clusterUrl: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(urlAs(clusterUrl, 'supabase_admin'), { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

async function runSql(url: string, text: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

/** Which migrations a database has is a fact of its own, which the schema files do not hold. */
async function copyMigrationRecord(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => postgres(url, { max: 1, onnotice: () => {} }));
  if (!source || !target) throw new Error('No database to copy from or to.');
  try {
    const rows = await source`select version, statements, name from supabase_migrations.schema_migrations`;
    await target`create schema if not exists supabase_migrations`;
    await target`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
    await target`insert into supabase_migrations.schema_migrations ${target(rows)}`;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** A copy of the sources with a cluster of its own, where one mistake after the other is made and undone. */
export async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-sensitivity-'));
  const tree = join(folder, 'tree');
  await copySources(tree);
  const own = join(tree, schemaFolder);
  const scratch = await startScratch();
  const migrated = await createPlatformDatabase(scratch.url, 'migrada');
  await migrate(migrated);

  /** The template that every test database is a copy of. */
  async function replaceTemplate(make: () => Promise<unknown>): Promise<void> {
    await asAdmin(scratch.url, async (sql) => {
      const left = await sql`select datname from pg_database where datname = ${template} or datname like 't\\_%'`;
      for (const { datname } of left) await sql.unsafe(`drop database ${datname} with (force)`);
    });
    await make();
  }

  async function makeDatabase(name: string, schemas: string): Promise<void> {
    const url = await createPlatformDatabase(scratch.url, name);
    await applySchemas(url, schemas);
    await copyMigrationRecord(migrated, url);
  }

  let isSound = false;
  async function restoreTemplate(): Promise<void> {
    if (!isSound) await replaceTemplate(() => copyDatabase(scratch.url, sound, template));
    isSound = true;
  }

  /** Makes the mistake; answers how to undo it. */
  async function apply(bug: Bug): Promise<() => Promise<void>> {
    const text = await makeMistake(bug, tree);
    if (!isSql(bug)) {
      await restoreTemplate();
      const file = join(tree, bug.file);
      const before = await readFile(file, 'utf8');
      await writeFile(file, text);
      return () => writeFile(file, before);
    }
    isSound = false;
    // Whoever needs the sound one makes it.
    const undo = async () => {};
    const changed = changedFunction(bug, await readFile(join(tree, bug.file), 'utf8'));
    if (changed) {
      await replaceTemplate(async () => runSql(await copyDatabase(scratch.url, sound, template), changed));
      return undo;
    }
    // Not in the copy: what compares schema files with migrations would notice any change whatever.
    const schemas = join(folder, 'schemas');
    await rm(schemas, { recursive: true, force: true });
    await cp(own, schemas, { recursive: true });
    await writeFile(join(schemas, basename(bug.file)), text);
    await replaceTemplate(() => makeDatabase(template, schemas));
    return undo;
  }

  await makeDatabase(sound, own);
  const run = (args: string[], milliseconds: number) => runTests({ tree, clusterUrl: scratch.url, args, milliseconds });
  const ask = async (args: string[], milliseconds: number) => (await run(args, milliseconds)).verdict;

  async function noticedBy(file: string, milliseconds: number): Promise<Verdict> {
    const first = await ask([...testsOf(file), '--bail=1'], milliseconds);
    // What failed first may be a crash, which says nothing; a failed assertion may come after it.
    return first.outcome === 'broken' ? ask([...testsOf(file), '--bail=4'], milliseconds) : first;
  }

  return {
    /** The tests of a file, and which of them pass as the sources are. */
    async check(file: string, milliseconds: number): Promise<Seen[]> {
      await restoreTemplate();
      return (await run(testsOf(file), milliseconds)).tests;
    },
    /** What tests say while the mistake is there: those of its files in their order, until one of them notices. */
    async tryOut(bug: Bug, { all, milliseconds }: { all: boolean; milliseconds: number }): Promise<Verdict> {
      let undo: () => Promise<void>;
      try {
        undo = await apply(bug);
      } catch (error) {
        return { outcome: 'broken', message: String(error) };
      }
      try {
        let verdict: Verdict = { outcome: 'passed' };
        for (const file of bug.tests) {
          const said = await noticedBy(file, milliseconds);
          if (said.outcome === 'caught') return said;
          if (said.outcome === 'broken') verdict = said;
        }
        return all && verdict.outcome === 'passed' ? await ask(everyTest, 7 * milliseconds) : verdict;
      } finally {
        await undo();
      }
    },
    async close(): Promise<void> {
      await scratch.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Place = Awaited<ReturnType<typeof openPlace>>;
