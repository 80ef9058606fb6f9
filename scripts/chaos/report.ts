import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { countOf, type Differences } from './compare.ts';
import type { PlannedKill } from './kills.ts';
import type { Options } from './options.ts';
import type { Snapshot } from './snapshots.ts';
import { countEach, percentile } from './tally.ts';

export type Phase = {
  /** How long people acted, in milliseconds. */
  actedMs: number;
  kills: PlannedKill[];
  outcomes: Record<string, Record<string, number>>;
  /** From the last fault until the books of both sides agreed; null when they never did. */
  settledMs: number | null;
  differences: Differences;
  /** What was not settled when nobody waited any longer, each as a line. */
  open: string[];
  /** From paying to the delivery in the shop, in milliseconds, for each purchase. */
  deliveredAfterMs: number[];
  snapshots: Snapshot[];
  missedSnapshots: number;
  jobs: Record<string, number>;
  digest: string;
};

export type Result = { options: Options; purchases: Phase; operations: Phase; broken: string[]; unsettled: string[] };

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

/** What a run must not have, each as a line; empty when it passed. */
export function problemsOf({ options, purchases, operations, broken, unsettled }: Result): string[] {
  const phases = { purchases, operations };
  const found = [...broken, ...unsettled];
  for (const [name, phase] of Object.entries(phases)) {
    if (countOf(phase.differences) > 0) {
      for (const [kind, lines] of Object.entries(phase.differences)) {
        found.push(...lines.slice(0, 10).map((line) => `${name}, ${kind}: ${line}`));
      }
    }
    if (phase.settledMs === null || phase.settledMs > 60_000)
      found.push(
        `${name}: not settled 60 s after the last fault`,
        ...phase.open.map((line) => `${name}, open: ${line}`),
      );
    for (const each of phase.snapshots) {
      found.push(...each.broken.map((line) => `${name}, a snapshot: ${line}`));
      if (each.negative > 0) found.push(`${name}, a snapshot: ${each.negative} balances below zero`);
    }
    const [first] = phase.snapshots;
    const changed = phase.snapshots.filter(({ totals }) => JSON.stringify(totals) !== JSON.stringify(first?.totals));
    if (changed.length > 0)
      found.push(`${name}: totals changed: ${JSON.stringify([first?.totals, changed[0]?.totals])}`);
    if (phase.snapshots.length === 0 && options.operations > 0) found.push(`${name}: no snapshot was taken`);
  }
  return [...new Set(found)];
}

function describePhase(phase: Phase): string[] {
  const { differences: d, deliveredAfterMs: after } = phase;
  return [
    `| time of acting | ${seconds(phase.actedMs)} |`,
    `| kill -9 | ${phase.kills.length} (${list(countEach(phase.kills.map(({ target }) => target)))}) |`,
    `| paid but undelivered | ${d.paidUndelivered.length} |`,
    `| delivered but unpaid | ${d.deliveredUnpaid.length} |`,
    `| doubles | ${d.doubles.length} |`,
    `| other differences from the providers' books | ${d.others.length} |`,
    `| settled after the last fault | ${phase.settledMs === null ? 'never' : seconds(phase.settledMs)} |`,
    ...(after.length > 0
      ? [
          `| from paying to delivery | p50 ${seconds(percentile(after, 50))}, p90 ${seconds(percentile(after, 90))}, p99 ${seconds(percentile(after, 99))}, longest ${seconds(percentile(after, 100))} |`,
        ]
      : []),
    `| snapshots | ${phase.snapshots.length}, ${phase.missedSnapshots} fell into a crash of the database |`,
    `| totals in all of them | ${JSON.stringify(phase.snapshots[0]?.totals ?? null)} |`,
    `| runs of the job | ${list(phase.jobs)} |`,
    `| plan | ${phase.digest} |`,
  ];
}

/** The report in Markdown. */
export function reportOf(result: Result): string {
  const { options, purchases, operations } = result;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const problems = problemsOf(result);
  const table = (phase: Phase) => ['| figure | |', '|---|---|', ...describePhase(phase)];
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}: seed ${options.seed}, ${options.clients} clients, the job every ${options.jobEvery} s.`,
    '',
    `**${options.purchases} purchases with each provider**`,
    '',
    ...table(purchases),
    '',
    `**${options.operations} operations of all kinds**`,
    '',
    ...table(operations),
    '',
    '| operation | outcomes |',
    '|---|---|',
    ...Object.entries(operations.outcomes).map(([kind, counts]) => `| ${kind} | ${list(counts)} |`),
    '',
    problems.length === 0
      ? 'Nothing is wrong.'
      : ['What is wrong:', '', ...problems.map((line) => `- ${line}`)].join('\n'),
    '',
  ].join('\n');
}
