/**
 * Mutation tests of the functions of the database: `npm run test:mutation:sql`. Changes one thing in one function at a
 * time, and runs the database tests that reach it. A mutant that no test notices survives.
 */

import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createPlatformDatabase, startScratch, urlAs } from '@unstore/local-supabase/database';
import { createRandom } from '@unstore/processes';
import postgres from 'postgres';
import { migrateShop } from '../../../local/project.ts';
import { readDatabaseTests, testsByFunction } from './callers.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const { values } = parseArgs({
  options: {
    /** The number of mutants. */
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    /** A pattern of the functions to change. */
    only: { type: 'string', default: '' },
    /** The most test files for one mutant, the closest first. */
    files: { type: 'string', default: '12' },
    /** The lowest share of mutants that must be noticed, in percent. */
    least: { type: 'string', default: '0' },
  },
});

type Row = { name: string; definition: string };

const scratch = await startScratch();
const template = await createPlatformDatabase(scratch.url, 'plantilla');
await migrateShop(template);

/** Runs work on the template, which must have no connection while tests copy it. */
async function onTemplate<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(urlAs(template, 'supabase_admin'), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const functions = await onTemplate(
  (sql) => sql<Row[]>`
    select p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ('public', 'privado') and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by n.nspname, p.proname, p.oid`,
);
const onTables = await onTemplate(
  (sql) => sql<Row[]>`
    select c.relname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
    union all
    select tablename, concat(qual, ' ', with_check) from pg_policies where schemaname = 'public'`,
);
const testsOf = testsByFunction(
  [...functions, ...onTables].map(({ name, definition }) => ({ name, text: definition })),
  readDatabaseTests(),
);

const random = createRandom(Number(values.seed), 'sql mutants');
const candidates: Array<Mutant & { original: Row }> = [];
for (const original of functions) {
  if (!new RegExp(values.only).test(original.name)) continue;
  for (const mutant of await mutantsOf(original.definition)) candidates.push({ ...mutant, original });
}
console.log(`${functions.length} functions, ${candidates.length} mutants`);

const survivors: string[] = [];
const counts = { killed: 0, survived: 0, untested: 0, invalid: 0 };
const wanted = Math.min(Number(values.sample), candidates.length);
while (counts.killed + counts.survived + counts.untested < wanted && candidates.length > 0) {
  const [mutant] = candidates.splice(random.int(0, candidates.length - 1), 1);
  if (!mutant) break;
  const title = `${mutant.original.name}, ${mutant.description}`;
  const isValid = await onTemplate((sql) => sql.unsafe(mutant.definition)).then(
    () => true,
    () => false,
  );
  if (!isValid) {
    counts.invalid += 1;
    continue;
  }
  const files = testsOf(mutant.original.name).slice(0, Number(values.files));
  const run =
    files.length > 0 &&
    spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project=db*', '--bail=1', '--reporter=dot', ...files],
      { env: { ...process.env, TEST_CLUSTER: scratch.url }, stdio: 'ignore' },
    );
  const outcome = run ? (run.status === 0 ? 'survived' : 'killed') : 'untested';
  counts[outcome] += 1;
  if (outcome !== 'killed') survivors.push(`${outcome}: ${title}`);
  console.log(`${outcome}: ${title}`);
  await onTemplate((sql) => sql.unsafe(mutant.original.definition));
}
await scratch.stop();

const all = counts.killed + counts.survived + counts.untested;
const score = all === 0 ? 100 : Math.round((counts.killed * 1_000) / all) / 10;
const summary = `${score} % of ${all} mutants noticed (seed ${values.seed}); ${counts.invalid} others were no valid SQL`;
await mkdir('test-results/mutation', { recursive: true });
await writeFile('test-results/mutation/sql.txt', `${[summary, ...survivors].join('\n')}\n`);
console.log(summary);
process.exit(score < Number(values.least) ? 1 : 0);
