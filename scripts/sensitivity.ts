import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bug } from '../tests/sensitivity/bug.ts';
import { bugs, subjects } from '../tests/sensitivity/index.ts';
import { openPlace, type Place } from './sensitivity/place.ts';
import { writeReport } from './sensitivity/report.ts';
import { nameCommit, openResults, type Result } from './sensitivity/results.ts';
import type { Seen, Verdict } from './sensitivity/run-tests.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    resume: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

const minute = 60_000;

/** The mistakes of some names, or of some subjects; all of them without a name. */
function choose(names: string[]): Bug[] {
  if (names.length === 0) return bugs;
  return names.flatMap((name) => {
    const found = subjects[name] ?? bugs.filter(({ id }) => id === name);
    if (found.length === 0) throw new Error(`There is neither a mistake nor a subject ${name}.`);
    return found;
  });
}

/** What the tests of a file say without any mistake; asked once. */
const controls = new Map<string, Promise<Seen[]>>();

/** A test that fails without the mistake as well would notice anything. */
async function judge(place: Place, bug: Bug): Promise<Verdict> {
  const verdict = await place.tryOut(bug, { all: values.all && !bug.harmless, milliseconds: 3 * minute });
  if (verdict.outcome !== 'caught') return verdict;
  const { file, test } = verdict;
  const control = controls.get(file) ?? place.check(file, 5 * minute);
  controls.set(file, control);
  const sound = (await control).filter((seen) => seen.test === test);
  if (sound.length > 0 && sound.every(({ passed }) => passed)) return verdict;
  return { outcome: 'broken', message: `${file} “${test}” does not pass without the mistake` };
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

async function tryOut(
  chosen: Bug[],
  end: number,
  keep: (result: Omit<Result, 'commit'>) => Promise<void>,
): Promise<void> {
  if (chosen.length === 0 || Date.now() >= end) return;
  const places = await Promise.all(Array.from({ length: Number(values.workers) }, openPlace));
  try {
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
const commit = await nameCommit();
const keep = async (found: Omit<Result, 'commit'>) => {
  const result = { ...found, commit };
  results.push(result);
  say(result);
  await kept.keep(result);
};
await tryOut(open, began + Number(values.minutes) * minute, keep);
const summary = await writeReport({ chosen, results, isResumed: values.resume });
console.log(`\n${summary.line}`);
process.exitCode = summary.isGood ? 0 : 1;
