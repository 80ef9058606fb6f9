import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bug } from '../../tests/sensitivity/bug.ts';
import { bugs, subjects } from '../../tests/sensitivity/index.ts';
import type { Result } from './results.ts';
import type { Verdict } from './run-tests.ts';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'docs/figures/sensitivity.md');

/** How many of those that matter must be noticed. */
const wanted = 0.95;

/** The sources that the results are of: one commit, or how many are of which. */
function namesOf(results: Result[]): string {
  const counts = new Map<string, number>();
  for (const { commit } of results) counts.set(commit, (counts.get(commit) ?? 0) + 1);
  if (counts.size <= 1) return [...counts.keys()].join('');
  return `several commits: ${[...counts].map(([commit, count]) => `${count} results at ${commit}`).join(', ')}`;
}

/** A cell of a table in Markdown. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

function outcomeOf(bug: Bug, result: Result | undefined): string {
  if (!result) return 'not run';
  const { verdict } = result;
  if (verdict.outcome === 'caught') return `\`${verdict.file}\` “${verdict.test}”`;
  if (verdict.outcome === 'broken') return `**not judged**: ${verdict.message}`;
  return bug.harmless ? `nobody, harmless: ${bug.harmless}` : '**nobody**';
}

function tableOf(bugs: Bug[], results: Map<string, Result>): string {
  const lines = bugs.map(
    (bug) => `| ${cell(bug.breaks)} | \`${bug.file}\` | ${cell(outcomeOf(bug, results.get(bug.id)))} |`,
  );
  return ['| mistake | in | noticed by |', '|---|---|---|', ...lines].join('\n');
}

function listMissed(): string {
  const missed = bugs.flatMap(({ breaks, missed }) => (missed ? [`- ${breaks} ${missed}`] : []));
  return missed.length === 0 ? '' : `## Unnoticed by the nearest tests when first tried\n\n${missed.join('\n')}\n\n`;
}

/**
 * Counts what was noticed. Where everything was to be tried it writes docs/figures/sensitivity.md.
 *
 * @param options.chosen what was to be tried
 * @param options.isResumed whether results of earlier runs are among them
 */
export async function writeReport(options: {
  chosen: Bug[];
  results: Result[];
  isResumed: boolean;
}): Promise<{ line: string; isGood: boolean }> {
  const { chosen, results, isResumed } = options;
  const byId = new Map(results.map((result) => [result.id, result]));
  const ofOutcome = (outcome: Verdict['outcome']) =>
    chosen.filter(({ id }) => byId.get(id)?.verdict.outcome === outcome);
  const harmless = ofOutcome('passed').filter((bug) => bug.harmless);
  const [caught, unnoticed, broken] = [ofOutcome('caught'), ofOutcome('passed'), ofOutcome('broken')];
  const missed = unnoticed.length - harmless.length;
  const counted = caught.length + missed + broken.length;
  const waiting = chosen.filter(({ id }) => !byId.has(id)).length;
  const share = counted === 0 ? 0 : caught.length / counted;
  const line =
    `${caught.length} of ${counted} mistakes noticed (${(Math.floor(share * 1000) / 10).toFixed(1)} %), ${missed} by nobody, ` +
    `${broken.length} not judged, ${harmless.length} harmless${waiting > 0 ? `, ${waiting} still to be tried` : ''}.`;
  const isGood = share >= wanted && broken.length === 0 && waiting === 0;
  if (chosen.length < bugs.length) return { line, isGood };

  const minutes = Math.ceil(results.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const text = `# What the tests notice

Made by \`npm run sensitivity\` on ${new Date().toISOString().slice(0, 10)}, at ${namesOf(results)}.
${minutes} minutes of work, shared by the cores.

It makes one mistake after the other in a copy of the sources, or in a scratch database, and runs the test files that
ought to notice, until a test fails. A failed assertion counts; a run that crashes or hangs does not. Each test that
noticed one passes without any.${isResumed ? ' Results of an earlier run are among these: neither their mistakes nor their tests have changed since,\nother sources may have.' : ''}

**${line}** Wanted: ${wanted * 100} %.

${listMissed()}${Object.entries(subjects)
  .map(([subject, list]) => `## ${subject[0]?.toUpperCase()}${subject.slice(1)}\n\n${tableOf(list, byId)}`)
  .join('\n\n')}
`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  return { line, isGood };
}
