import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-servers.ts';
import { runTests } from './tools/run-tests.ts';

const root = join(import.meta.dirname, '..');

await runTests({
  results: join(root, 'test-results'),
  vitest: ['--project=!nightly'],
  playwright: { report: 'e2e.json', args: ['--project=books'], log: join(root, '.data/e2e/shop.log') },
  beside: [],
  // What was built for the browser tests.
  after: [{ name: 'check:bundle', script: 'scripts/check-bundle.ts' }],
});
