import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Count = { passed: number; failed: number };

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

function run(script: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

async function readJson(name: string) {
  return JSON.parse(await readFile(join(results, name), 'utf8'));
}

/** A browser for the end-to-end tests: Debian's Chromium where there is one, otherwise Playwright's own. */
async function ensureBrowser(): Promise<void> {
  if (existsSync('/usr/bin/chromium')) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const installed = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' });
    if (installed.status === 0) return;
  }
  if ((await run('@playwright/test/cli.js', ['install', 'chromium'])) !== 0) {
    throw new Error('No Chromium: install the package `chromium`, or let Playwright download its own.');
  }
}

async function runVitest(): Promise<Count> {
  const code = await run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ]);
  const report = await readJson('vitest.json').catch(() => ({ numPassedTests: 0, numFailedTests: 0 }));
  const failed =
    report.numFailedTests +
    (report.testResults ?? []).filter(
      (file: { status: string; assertionResults: unknown[] }) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function runPlaywright(): Promise<Count> {
  const code = await run('@playwright/test/cli.js', ['test']);
  const report = await readJson('e2e.json').catch(() => undefined);
  const failed = report?.stats.unexpected ?? 1;
  return { passed: report?.stats.expected ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed };
}

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
await ensureBrowser();
const counts = [await runVitest(), await runPlaywright()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
await writeFile(join(results, 'summary.txt'), `${passed} passed, ${failed} failed\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
