import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-servers.ts';
import { runTests } from './tools/run-tests.ts';

const root = join(import.meta.dirname, '..');

// What is slow and rarely changes (tests/nightly.ts).
await runTests({
  results: join(root, 'test-results'),
  vitest: ['--project=nightly'],
  playwright: { report: 'e2e.json', args: ['--project=nightly'], log: join(root, '.data/e2e/shop.log') },
  // With services, ports and folders of its own.
  beside: [{ name: 'check:empty', script: 'scripts/check-empty-build.ts' }],
  after: [],
});
