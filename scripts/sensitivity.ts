import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bug, needsShop } from '../tests/sensitivity/bug.ts';
import { bugs, subjects } from '../tests/sensitivity/index.ts';
import { openPlace, type Place } from './sensitivity/place.ts';
import { writeReport } from './sensitivity/report.ts';
import { openResults, type Result } from './sensitivity/results.ts';
import type { Verdict } from './sensitivity/run-tests.ts';
import { tryInShops } from './sensitivity/shop.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    resume: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

const minute = 60_000;

/** Each entry is held against the sources by a test, which would notice every mistake whatever. */
const everyTest = ['--exclude=tests/unit/sensitivity/**'];

/** The mistakes of some names, or of some subjects; all of them without a name. */
function choose(names: string[]): Bug[] {
  if (names.length === 0) return bugs;
  return names.flatMap((name) => {
    const found = subjects[name] ?? bugs.filter(({ id }) => id === name);
    if (found.length === 0) throw new Error(`There is neither a mistake nor a subject ${name}.`);
    return found;
  });
}

/** The tests must pass as the sources are: otherwise they would catch anything. */
async function checkControl(place: Place, chosen: Bug[]): Promise<void> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))].filter((file) => !file.startsWith('tests/e2e/'));
  const verdict = await place.check(files, 15 * minute);
  if (verdict.outcome !== 'passed') {
    throw new Error(`Without any mistake, the tests do not pass: ${JSON.stringify(verdict)}`);
  }
  console.log(`Without any mistake, ${files.length} test files pass.`);
}

async function judge(place: Place, bug: Bug): Promise<Verdict> {
  const named = await place.tryOut(bug, ['--maxWorkers=1', ...bug.tests], 3 * minute);
  if (named.outcome !== 'passed' || bug.harmless || !values.all) return named;
  return place.tryOut(bug, everyTest, 20 * minute);
}

function say({ id, verdict, seconds }: Result): void {
  const bug = bugs.find((known) => known.id === id);
  if (!bug) return;
  const what = {
    caught: () => (verdict.outcome === 'caught' ? `by ${verdict.file}: ${verdict.test}` : ''),
    passed: () => (bug.harmless ? `harmless: ${bug.harmless}` : `NOBODY NOTICED: ${bug.breaks}`),
    broken: () => `NOT JUDGED: ${verdict.outcome === 'broken' ? verdict.message : ''}`,
  }[verdict.outcome]();
  console.log(`${verdict.outcome.padEnd(6)} ${id} (${seconds} s) ${what}`);
}

async function tryOut(chosen: Bug[], end: number, keep: (result: Result) => Promise<void>): Promise<void> {
  if (chosen.length === 0) return;
  const places = await Promise.all(Array.from({ length: Number(values.workers) }, openPlace));
  try {
    const [first] = places;
    if (first) await checkControl(first, chosen);
    const waiting = [...chosen];
    await Promise.all(
      places.map(async (place) => {
        while (Date.now() < end) {
          const bug = waiting.shift();
          if (!bug) return;
          const from = performance.now();
          const verdict = await judge(place, bug);
          await keep({ id: bug.id, verdict, seconds: Math.round((performance.now() - from) / 1000) });
        }
      }),
    );
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
}

const chosen = choose(positionals);
const kept = await openResults(chosen);
const results = values.resume ? await kept.read() : [];
const open = chosen.filter(({ id }) => !results.some((result) => result.id === id));
const began = Date.now();
const keep = async (result: Result) => {
  results.push(result);
  say(result);
  await kept.keep(result);
};
await tryOut(
  open.filter((bug) => !needsShop(bug)),
  began + Number(values.minutes) * minute,
  keep,
);
if (values.browser) await tryInShops(open.filter(needsShop), keep);
const summary = await writeReport({ chosen, results, isResumed: values.resume });
console.log(`\n${summary.line}`);
process.exitCode = summary.isGood ? 0 : 1;
