import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import './ensure-browser.ts';
import './ensure-servers.ts';
import startShop from '../tests/e2e/support/global-setup.ts';
import { runPackage, runScript } from './tools/run-package.ts';
import { readPlaywright, readVitest, type Totals, totalsOf } from './tools/test-reports.ts';

const root = join(import.meta.dirname, '..');

/** Vitest files whose text matches. */
const filesWith = (pattern: RegExp) =>
  globSync('tests/{unit,db}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    pattern.test(readFileSync(join(root, file), 'utf8')),
  );

/**
 * `npm test` runs the checks of every change; `npm run test:nightly` runs slow tests and tests of code that rarely
 * changes.
 */
const tiers = {
  daily: {
    // Vitest loads a file even if all of its tests are filtered out, and connects it to its database.
    vitest: ['--tagsFilter=!nightly', ...filesWith(/@module-tag nightly/).map((file) => `--exclude=${file}`)],
    browser: 'books',
    check: 'scripts/check-bundle.ts',
  },
  nightly: {
    vitest: ['--tagsFilter=nightly', ...filesWith(/@module-tag nightly|tags: 'nightly'/)],
    browser: 'nightly',
    check: 'scripts/check-empty-build.ts',
  },
};
const tier = process.argv.includes('--nightly') ? tiers.nightly : tiers.daily;
if (tier === tiers.nightly) {
  await import('./ensure-nightly.ts');
  // Read by playwright.config.ts.
  process.env.NIGHTLY = '1';
} else {
  // Only nightly tests start the standalone server; tracing its files takes time.
  process.env.NEXT_OUTPUT = 'server';
}

// Hundreds of processes load the same packages.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

const results = join(root, 'test-results');
const began = performance.now();

async function timed<Result>(name: string, run: Promise<Result>): Promise<Result> {
  const result = await run;
  console.log(`${name}: ended after ${Math.round((performance.now() - began) / 1000)} s`);
  return result;
}

async function vitest(): Promise<Totals> {
  const report = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runPackage('vitest/vitest.mjs', [
    'run',
    ...reporters,
    '--project=unit*',
    '--project=db*',
    ...tier.vitest,
  ]);
  return totalsOf('Vitest', code, readVitest(report));
}

async function playwright(): Promise<Totals> {
  const code = await runPackage('@playwright/test/cli.js', ['test', `--project=${tier.browser}`]);
  return totalsOf('Playwright', code, readPlaywright(join(results, 'e2e.json')));
}

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
// Builds the shop for the browser tests while Vitest runs.
const vitestRun = timed('Vitest', vitest());
const stopShop = await timed('The build', startShop()).catch(async (error) => {
  await vitestRun;
  throw error;
});
const unit = await vitestRun;
const browser = await timed('Playwright', playwright());
await stopShop?.();
const check = await timed(
  tier.check,
  runScript(tier.check).then((code) => totalsOf(tier.check, code)),
);

const parts = [unit, browser, check];
const passed = parts.reduce((sum, part) => sum + part.passed, 0);
const failures = parts.flatMap((part) => part.failures);
const summary = `${passed} passed, ${failures.length} failed\n`;
await writeFile(join(results, 'failures.txt'), failures.map((text) => `${text}\n`).join(''));
await writeFile(join(results, 'summary.txt'), summary);
process.stdout.write(`\n${failures.length > 0 ? `What failed\n${failures.join('\n')}\n\n` : ''}${summary}`);
process.exit(failures.length > 0 ? 1 : 0);
