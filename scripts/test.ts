import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-servers.ts';
import { runTests } from './run-tests.ts';

await runTests({
  results: join(import.meta.dirname, '../test-results'),
  vitest: [],
  playwright: [
    { report: 'e2e.json', args: [] },
    { report: 'edge.json', args: ['--config=playwright.edge.config.ts'] },
  ],
});
