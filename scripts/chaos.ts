import { writeFile } from 'node:fs/promises';
import { guardDriver } from './chaos/guard-driver.ts';
import { readOptions } from './chaos/options.ts';
import { problemsOf, reportOf } from './chaos/report.ts';

const options = readOptions(process.argv.slice(2));
if (options) {
  guardDriver();
  const { runChaos } = await import('./chaos/run.ts');
  const result = await runChaos(options, (message) => console.log(`  ${message}`));
  const report = reportOf(result);
  console.log(`\n${report}`);
  if (options.out) await writeFile(options.out, report);
  // The parts of the simulated services keep the process going.
  process.exit(problemsOf(result).length === 0 ? 0 : 1);
}
