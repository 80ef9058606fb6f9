import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { PlannedKill } from '@unstore/processes';
import type { Differences } from './compare.ts';
import { type Options, whole } from './options.ts';
import type { Snapshot } from './snapshots.ts';
import { countEach, percentile } from './tally.ts';

export type Phase = {
  /** Duration of the load, in milliseconds. */
  actedMs: number;
  kills: PlannedKill[];
  outcomes: Record<string, Record<string, number>>;
  /** Time from the last fault until the ledgers agreed, in milliseconds; null if they never did. */
  settledMs: number | null;
  differences: Differences;
  /** Unsettled items at the end of the wait, each as a line. */
  open: string[];
  /** Delay from payment to delivery of each purchase, in milliseconds. */
  deliveredAfterMs: number[];
  snapshots: Snapshot[];
  missedSnapshots: number;
  jobs: Record<string, number>;
  digest: string;
};

export type Result = {
  options: Options;
  purchases: Phase;
  operations: Phase;
  broken: string[];
  unsettled: string[];
  /** Load average of the machine before the run. */
  loadBefore: number;
};

/** Limit of the time until the ledgers agree after the last fault, in milliseconds. */
const settleLimit = 60_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const changedTotals = ({ snapshots: [first, ...others] }: Phase) =>
  others.filter(({ totals }) => JSON.stringify(totals) !== JSON.stringify(first?.totals));

/** Violations, each as a line; empty if the run passed. */
export function problemsOf({ purchases, operations, broken, unsettled }: Result): string[] {
  const phases = { purchases, operations };
  const found = [...broken, ...unsettled];
  for (const [name, phase] of Object.entries(phases)) {
    for (const [kind, lines] of Object.entries(phase.differences)) {
      found.push(...lines.slice(0, 10).map((line) => `${name}, ${kind}: ${line}`));
    }
    if (phase.settledMs === null || phase.settledMs > settleLimit) {
      found.push(`${name}: not settled ${seconds(settleLimit)} after the last fault`);
      found.push(...phase.open.map((line) => `${name}, open: ${line}`));
    }
    for (const each of phase.snapshots) {
      found.push(...each.broken.map((line) => `${name}, a snapshot: ${line}`));
      if (each.negative > 0) found.push(`${name}, a snapshot: ${each.negative} balances below zero`);
    }
    const [changed] = changedTotals(phase);
    if (changed) found.push(`${name}: totals changed: ${JSON.stringify([phase.snapshots[0]?.totals, changed.totals])}`);
  }
  return [...new Set(found)];
}

type Row = [figure: string, of: (phase: Phase) => string | number, wanted?: string | number];

const rows: Row[] = [
  ['duration of the load', ({ actedMs }) => seconds(actedMs)],
  ['`kill -9`', ({ kills }) => `${kills.length} (${list(countEach(kills.map(({ target }) => target)))})`],
  ['paid but undelivered', ({ differences }) => differences.paidUndelivered.length, 0],
  ['delivered but unpaid', ({ differences }) => differences.deliveredUnpaid.length, 0],
  ['doubles', ({ differences }) => differences.doubles.length, 0],
  ["other differences from the providers' records", ({ differences }) => differences.others.length, 0],
  [
    'settled after the last fault',
    ({ settledMs }) => (settledMs === null ? 'never' : seconds(settledMs)),
    `≤ ${seconds(settleLimit)}`,
  ],
  [
    'from payment to delivery: p50, p90, p99, maximum',
    ({ deliveredAfterMs: after }) =>
      after.length === 0 ? '' : [50, 90, 99, 100].map((percent) => seconds(percentile(after, percent))).join(', '),
  ],
  [
    'snapshots taken; missed during a crash of the database',
    ({ snapshots, missedSnapshots }) => `${snapshots.length}; ${missedSnapshots}`,
  ],
  [
    'snapshots with a broken ledger invariant',
    ({ snapshots }) => snapshots.filter(({ broken }) => broken.length > 0).length,
    0,
  ],
  [
    'snapshots with a balance below zero',
    ({ snapshots }) => snapshots.filter(({ negative }) => negative > 0).length,
    0,
  ],
  ['snapshots with totals that differ from the first', (phase) => changedTotals(phase).length, 0],
  ['totals: coins, units, codes', ({ snapshots: [first] }) => Object.values(first?.totals ?? {}).join(', ')],
  ['runs of the job, by answer', ({ jobs }) => list(jobs)],
  ['digest of the plan', ({ digest }) => digest],
];

const isWhole = ({ purchases, operations, clients, kills }: Options): boolean =>
  purchases >= whole.purchases && operations >= whole.operations && clients >= whole.clients && kills >= whole.kills;

function headerOf({ options, loadBefore }: Result): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ', with changes that are not committed' : ''}`;
  const size = `--purchases=${options.purchases} --operations=${options.operations} --clients=${options.clients} --kills=${options.kills}`;
  return `Made by \`npm run chaos -- ${size} --seed=${options.seed} --job-every=${options.jobEvery}\` on ${new Date().toISOString().slice(0, 10)} at
commit ${commit}, with Node ${process.versions.node} on a machine with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GiB that
all processes share: nodes, database, API, providers and clients. Load average before the run (five
minutes): ${loadBefore.toFixed(1)}. [Chaos](../chaos.md) describes the run.${
    isWhole(options)
      ? ''
      : `

**This run is smaller than a full one**, which has ${whole.purchases} purchases with each provider, ${whole.kills} kills during them, and
${whole.operations} operations by ${whole.clients} clients.`
  }`;
}

/** Renders the report as Markdown. */
export function reportOf(result: Result): string {
  const { options, purchases, operations } = result;
  const problems = problemsOf(result);
  return [
    '# Load test with faults and kill -9',
    '',
    headerOf(result),
    '',
    `| figure | ${options.purchases} purchases with each provider | ${options.operations} operations | wanted |`,
    '|---|---|---|---|',
    ...rows.map(([figure, of, wanted = '']) => `| ${figure} | ${of(purchases)} | ${of(operations)} | ${wanted} |`),
    `| ledger invariants broken at the end | | ${result.broken.length} | 0 |`,
    `| paid at the provider and not delivered, or never started | ${result.unsettled.length} | | 0 |`,
    '',
    problems.length === 0
      ? 'No problem found.'
      : ['**Problems:**', '', ...problems.map((line) => `- ${line}`)].join('\n'),
    '',
    '## Outcomes of the operations',
    '',
    '| operation | outcomes |',
    '|---|---|',
    ...Object.entries(operations.outcomes).map(([kind, counts]) => `| ${kind} | ${list(counts)} |`),
    '',
  ].join('\n');
}
