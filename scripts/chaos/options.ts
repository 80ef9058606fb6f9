import { parseArgs } from 'node:util';

export type Options = {
  /** Purchases per provider. */
  purchases: number;
  /** Operations of all kinds, after the purchases. */
  operations: number;
  clients: number;
  /** Number of kills during the purchases; a quarter of it during the operations. */
  kills: number;
  seed: number;
  /** Seconds between two runs of the maintenance job; ten minutes in production. */
  jobEvery: number;
  /** A current build of the browser tests exists. */
  isBuilt: boolean;
  /** File of the Markdown report. */
  out: string | null;
};

const usage = `npm run chaos -- [options]

  --purchases=2000    purchases with each of Stripe and PayPal
  --operations=10000  mixed operations after them
  --clients=32        how many act at once
  --kills=40          kill -9 of nodes and database during the purchases, and a quarter of it during the operations
  --seed=1            reproduces what everybody does and what befalls it
  --job-every=10      seconds between two runs of the maintenance job
  --built             takes the build of the browser tests as it is
  --out=FILE          writes the report into this file; docs/figures/chaos.md unless it is quick
  --quick             a small run: 60 purchases, 600 operations, 8 clients, 4 kills
`;

const quick = { purchases: '60', operations: '600', clients: '8', kills: '4', 'job-every': '3' };
/** Size of a full run, for published figures. */
export const whole = { purchases: '2000', operations: '10000', clients: '32', kills: '40', 'job-every': '10' };

const number = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number, not ${text}\n\n${usage}`);
  return value;
};

/** Reads the command line options; prints the help and returns `null` for `--help`. */
export function readOptions(args: string[]): Options | null {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      purchases: text,
      operations: text,
      clients: text,
      kills: text,
      seed: text,
      'job-every': text,
      out: text,
      built: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return null;
  }
  const chosen = { seed: '1', ...(values.quick ? quick : whole), ...values };
  return {
    purchases: number('purchases', chosen.purchases),
    operations: number('operations', chosen.operations),
    clients: Math.max(1, number('clients', chosen.clients)),
    kills: number('kills', chosen.kills),
    seed: number('seed', chosen.seed),
    jobEvery: Math.max(1, number('job-every', chosen['job-every'])),
    isBuilt: values.built,
    out: values.out ?? (values.quick ? null : 'docs/figures/chaos.md'),
  };
}
