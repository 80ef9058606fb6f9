import { writeFile } from 'node:fs/promises';
import { readOptions } from './chaos/options.ts';
import { problemsOf, reportOf } from './chaos/report.ts';
import { runChaos } from './chaos/run.ts';

const options = readOptions(process.argv.slice(2));
if (options) {
  const result = await runChaos(options, (message) => console.log(`  ${message}`));
  const report = reportOf(result);
  console.log(`\n${report}`);
  if (options.out) await writeFile(options.out, report);
  // The parts of the simulated services keep the process going.
  process.exit(problemsOf(result).length === 0 ? 0 : 1);
}
