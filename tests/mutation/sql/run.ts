/**
 * Mutation tests of the functions of the database: `npm run test:mutation:sql`. Changes one thing in one function at a
 * time, and runs the database tests that reach it. A mutant that no test notices survives.
 */

import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '@unstore/processes';
import { type Coverage, testsByFunction } from './coverage.ts';
import { isTimeout, type Lane, openLane } from './lane.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const { values } = parseArgs({
  options: {
    /** The number of mutants. */
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    /** A pattern of the functions to change. */
    only: { type: 'string', default: '' },
    /** The most test files for one mutant, those first that call its function most. */
    files: { type: 'string', default: '25' },
    /** Only the mutants that the last run did not notice. */
    again: { type: 'boolean', default: false },
    /** How many mutants are tested at once. */
    lanes: { type: 'string', default: '2' },
    /** The lowest share of mutants that must be noticed, in percent. */
    least: { type: 'string', default: '0' },
  },
});

type Row = { name: string; definition: string };

const most = Number(values.files);
const folder = 'test-results/mutation';
const report = `${folder}/sql.txt`;
await mkdir(folder, { recursive: true });
const lanes = await Promise.all(
  Array.from({ length: Number(values.lanes) }, (_, index) => openLane(resolve(folder, `calls-${index}.txt`))),
);
const [{ onTemplate }] = lanes as [Lane];
const functions = await onTemplate(
  (sql) => sql<Row[]>`
    select p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ('public', 'privado') and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by n.nspname, p.proname, p.oid`,
);
/** Runs every database test once, and reads which functions it calls. */
async function readCoverage(): Promise<Coverage[]> {
  const files = globSync('tests/db/**/*.test.ts');
  const coverage: Coverage[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let file = files.pop(); file; file = files.pop()) {
        const { failure, calls } = await lane.runFile(file);
        if (failure) throw new Error(`Tests fail without a mutant: ${failure}`);
        coverage.push({ file, calls });
      }
    }),
  );
  return coverage;
}

const testsOf = testsByFunction(await readCoverage());

type Candidate = Mutant & { original: Row; title: string };

const random = createRandom(Number(values.seed), 'sql mutants');
let candidates: Candidate[] = [];
for (const original of functions) {
  if (!new RegExp(values.only).test(original.name)) continue;
  for (const mutant of await mutantsOf(original.definition)) {
    candidates.push({ ...mutant, original, title: `${original.name}, ${mutant.description}` });
  }
}
console.log(`${functions.length} functions, ${candidates.length} mutants`);
if (values.again) {
  const earlier = await readFile(report, 'utf8');
  candidates = candidates.filter(({ title }) => earlier.includes(`: ${title}\n`));
}

/** A test that twice took too long says more about the machine than about the mutant. */
type Outcome = 'killed' | 'survived' | 'untested' | 'invalid' | 'unclear';

async function testMutant(lane: Lane, { original, definition }: Candidate): Promise<[Outcome, string?]> {
  const isValid = await lane
    .onTemplate((sql) => sql.unsafe(definition))
    .then(
      () => true,
      () => false,
    );
  if (!isValid) return ['invalid'];
  const files = testsOf(original.name).slice(0, most);
  let failure: string | null = null;
  for (const file of files) {
    ({ failure } = await lane.runFile(file));
    if (failure) break;
  }
  await lane.onTemplate((sql) => sql.unsafe(original.definition));
  if (failure) return [isTimeout(failure) ? 'unclear' : 'killed', failure];
  return [files.length > 0 ? 'survived' : 'untested'];
}

const survivors: string[] = [];
const counts: Record<Outcome, number> = { killed: 0, survived: 0, untested: 0, invalid: 0, unclear: 0 };
let missing = values.again ? candidates.length : Number(values.sample);
await Promise.all(
  lanes.map(async (lane) => {
    while (missing > 0 && candidates.length > 0) {
      missing -= 1;
      const [mutant] = candidates.splice(random.int(0, candidates.length - 1), 1) as [Candidate];
      const [outcome, failure] = await testMutant(lane, mutant);
      counts[outcome] += 1;
      if (outcome === 'invalid' || outcome === 'unclear') {
        missing += 1;
        continue;
      }
      const line = `${outcome}: ${mutant.title}`;
      if (outcome !== 'killed') survivors.push(line);
      console.log(failure ? `${line}\n  by ${failure}` : line);
    }
  }),
);
await Promise.all(lanes.map((lane) => lane.close()));

const all = counts.killed + counts.survived + counts.untested;
const score = all === 0 ? 100 : Math.round((counts.killed * 1_000) / all) / 10;
const summary = `${score} % of ${all} mutants noticed (seed ${values.seed}); ${counts.invalid} others were no valid SQL, ${counts.unclear} timed out`;
await writeFile(report, `${[summary, ...survivors].join('\n')}\n`);
console.log(summary);
process.exit(score < Number(values.least) ? 1 : 0);
