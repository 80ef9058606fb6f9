import { writeFile } from 'node:fs/promises';
import { guardDriver } from '@unstore/local-supabase/guard-driver';
import { Hung } from '@unstore/processes';
import { isAway } from './chaos/away.ts';
import { readChaosOptions } from './chaos/options.ts';
import { problemsOf, reportOf } from './chaos/report.ts';

const options = readChaosOptions();
guardDriver();
// A kill may close a connection of the simulated services whose promise is not awaited.
process.on('unhandledRejection', (reason) => {
  if (!isAway(reason)) throw reason;
});
const { runChaos } = await import('./chaos/run.ts');
const began = Date.now();
const say = (message: string) => console.log(`  ${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${message}`);
const result = await runChaos(options, say).catch((error: unknown) => {
  if (!(error instanceof Hung)) throw error;
  console.error(`\n${[error.message, ...error.open].join('\n- ')}`);
  process.exit(1);
});
const report = reportOf(result);
console.log(`\n${report}`);
if (options.out) await writeFile(options.out, report);
// The simulated services keep the event loop alive.
process.exit(problemsOf(result).length === 0 ? 0 : 1);
