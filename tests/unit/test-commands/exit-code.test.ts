import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const here = import.meta.dirname;
const modules = join(here, '../../../node_modules');

let results: string;
beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), 'unstore-results-'));
});
afterAll(() => rm(results, { recursive: true, force: true }));

/** The exit code of a command of Node. */
async function codeOf(...args: string[]): Promise<unknown> {
  const env = { ...process.env, TEST_RESULTS: results };
  const ended = await promisify(execFile)(process.execPath, args, { env }).catch((error: { code: unknown }) => error);
  return 'code' in ended ? ended.code : 0;
}

it.each([
  ['vitest', 'vitest/vitest.mjs', ['run', '--config', join(here, 'vitest.config.ts')], '--testNamePattern'],
  [
    'Playwright',
    '@playwright/test/cli.js',
    ['test', '--config', join(here, 'playwright.config.ts'), '--project=commands'],
    '--grep',
  ],
])('%s ends with 1 when a test fails, and with 0 when all pass', async (_name, script, args, only) => {
  expect(await codeOf(join(modules, script), ...args)).toBe(1);
  expect(await codeOf(join(modules, script), ...args, only, 'passes')).toBe(0);
});

it('the command for all tests counts and names what fails in each part, and ends with 1', async () => {
  expect(await codeOf(join(here, 'main.ts'), results)).toBe(1);
  expect(await readFile(join(results, 'summary.txt'), 'utf8')).toBe('4 passed, 3 failed\n');
  const failures = await readFile(join(results, 'failures.txt'), 'utf8');
  expect(failures).toMatch(/✘ .*one-fails\.ts › fails\n {4}AssertionError/);
  expect(failures).toMatch(/✘ .*one-fails\.browser\.ts › fails\n {4}Error: expect/);
  expect(failures).toMatch(/✘ a check after\n {4}not as it should be/);
});

it('scripts that run together fail when one of them does', async () => {
  expect(await codeOf(join(here, '../../../scripts/together.ts'), 'no-such-script')).toBe(1);
});
