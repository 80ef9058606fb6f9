import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findProduction } from '../../../local/refuse-production.mjs';

const folder = mkdtempSync(join(tmpdir(), 'unstore-env-'));
const empty = pathToFileURL(`${folder}/empty/`);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the demo', () => {
  it.each([
    { NODE_ENV: 'production' },
    { STORE_MODE: 'production' },
    { VERCEL: '1', PORT: '3000' },
    { DYNO: 'web.1', PORT: '5000' },
    { RENDER: 'true', PORT: '10000' },
    { NODE_ENV: 'development', K_SERVICE: 'shop' },
  ])('is refused on a machine with %j', (variables) => expect(findProduction(variables, empty)).toBeTruthy());

  it.each([{}, { NODE_ENV: 'development', PORT: '4000' }, { STORE_MODE: 'local', CI: 'true' }])(
    'is allowed on a machine with %j',
    (variables) => expect(findProduction(variables, empty)).toBeUndefined(),
  );

  it('is refused in a folder with a production shop’s variables, unless forced', () => {
    const here = pathToFileURL(`${folder}/`);
    expect(findProduction({}, here)).toBeUndefined();
    cpSync('.env.example', join(folder, '.env'));
    expect(findProduction({}, here)).toBe('STORE_MODE is production in .env');
    expect(findProduction({ STORE_MODE: 'local' }, here)).toBeUndefined();
    for (const name of ['SITE_URL', 'export SUPABASE_URL']) {
      writeFileSync(join(folder, '.env'), `# STORE_MODE=local\n${name}="https://shop.example"\n`);
      expect(findProduction({}, here)).toBe('.env has the variables of a production shop');
      expect(findProduction({ STORE_MODE: 'local' }, here)).toBeUndefined();
    }
    writeFileSync(join(folder, '.env'), 'SITE_URL=\nLOG_LEVEL=info\n');
    expect(findProduction({}, here)).toBeUndefined();
    writeFileSync(join(folder, '.env'), 'STORE_MODE=local\nSITE_URL=http://localhost:3000\n');
    expect(findProduction({}, here)).toBeUndefined();
    writeFileSync(join(folder, '.env'), '# STORE_MODE=production\nSTORE_MODE=local\n');
    expect(findProduction({}, here)).toBeUndefined();
  });

  it.each(['start', 'dev'])('of `npm run %s` exits before it starts anything, with advice', (command) => {
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
