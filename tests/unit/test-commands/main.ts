import { join } from 'node:path';
import { runTests } from '../../../scripts/tools/run-tests.ts';

/** `npm test`, with one test that passes and one that fails in each of its parts, and a check that fails. */
const config = (name: string) => ['--config', join(import.meta.dirname, `${name}.config.ts`)];
await runTests({
  results: process.argv[2] ?? '',
  vitest: config('vitest'),
  playwright: { report: 'e2e.json', args: config('playwright') },
  beside: [{ name: 'a check beside', script: 'tests/unit/test-commands/beside.ts' }],
  after: [{ name: 'a check after', script: 'tests/unit/test-commands/after.ts' }],
});
