import { readOptions } from '@unstore/processes';

export type Options = {
  /** Purchases per provider. */
  purchases: number;
  /** Operations of all kinds, after the purchases. */
  operations: number;
  clients: number;
  /** Number of kills during the purchases; a quarter of it during the operations. */
  kills: number;
  /** Determines what everybody does and which faults they meet. */
  seed: number;
  /** Seconds between two runs of the maintenance job; ten minutes in production. */
  jobEvery: number;
  /** A current build of the browser tests exists. */
  isBuilt: boolean;
  /** File of the Markdown report. */
  out: string | null;
};

/** Size of a full run, for published figures. */
export const whole = { purchases: 2000, operations: 10_000, clients: 32, kills: 40, jobEvery: 10 };
const quick: typeof whole = { purchases: 60, operations: 600, clients: 8, kills: 4, jobEvery: 3 };

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Reads the command line options (docs/chaos.md). */
export function readChaosOptions(): Options {
  const { values } = readOptions({
    options: {
      purchases: text,
      operations: text,
      clients: text,
      kills: text,
      seed: text,
      'job-every': text,
      out: text,
      built: flag,
      quick: flag,
    },
  });
  const size = values.quick ? quick : whole;
  return {
    purchases: Number(values.purchases ?? size.purchases),
    operations: Number(values.operations ?? size.operations),
    clients: Number(values.clients ?? size.clients),
    kills: Number(values.kills ?? size.kills),
    seed: Number(values.seed ?? 1),
    jobEvery: Number(values['job-every'] ?? size.jobEvery),
    isBuilt: values.built,
    out: values.out ?? (values.quick ? null : 'docs/figures/chaos.md'),
  };
}
