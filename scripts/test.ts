import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-nginx.ts';
import { installPostgres15 } from './ensure-postgres.ts';
import { runTests } from './run-tests.ts';

installPostgres15();
await runTests({ results: join(import.meta.dirname, '../test-results'), vitest: [], playwright: [] });
