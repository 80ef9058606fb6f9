import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-servers.ts';
import { runTests } from './tools/run-tests.ts';

const root = join(import.meta.dirname, '..');

await runTests({
  results: join(root, 'test-results'),
  vitest: [],
  playwright: { report: 'e2e.json', args: [], log: join(root, '.data/e2e/shop.log') },
  // With services, ports and folders of its own.
  beside: [{ name: 'check:empty', script: 'scripts/check-empty-build.ts' }],
  // What was built for the browser tests.
  after: [{ name: 'check:bundle', script: 'scripts/check-bundle.ts' }],
});
