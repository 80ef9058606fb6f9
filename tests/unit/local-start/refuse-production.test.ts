import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findProduction } from '../../../local/refuse-production.mjs';

describe('the demonstration', () => {
  it.each([
    { NODE_ENV: 'production' },
    { STORE_MODE: 'production' },
    { VERCEL: '1', PORT: '3000' },
    { DYNO: 'web.1', PORT: '5000' },
    { RENDER: 'true', PORT: '10000' },
    { NODE_ENV: 'development', K_SERVICE: 'shop' },
  ])('is not for a machine with %j', (variables) => expect(findProduction(variables)).toBeTruthy());

  it.each([{}, { NODE_ENV: 'development', PORT: '4000' }, { STORE_MODE: 'local', CI: 'true' }])(
    'is for a machine with %j',
    (variables) => expect(findProduction(variables)).toBeUndefined(),
  );

  it.each(['start', 'dev'])('of `npm run %s` ends before it starts anything, and says what to do', (command) => {
    const run = spawnSync('npm', ['run', command], {
      env: { ...process.env, NODE_ENV: 'production', PORT: '8080' },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('NODE_ENV is production');
    expect(run.stderr).toContain('npm run build && npm run serve');
    expect(run.stdout).not.toMatch(/Installing|PostgreSQL/);
  });
});
