import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Part } from '../test-reports/part.ts';
import { readPlaywright } from '../test-reports/playwright.ts';
import { readVitest } from '../test-reports/vitest.ts';

const root = join(import.meta.dirname, '../..');
const slowestShown = 20;
const linesOfFailure = 20;
const linesSeen = 60;
const longestLine = 500;

/** Runs a package's command with this Node. Answers its exit code. */
export function runPackage(script: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

async function runVitest(results: string, args: string[]): Promise<Part> {
  const file = join(results, 'vitest.json');
  const code = await runPackage('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  return readVitest(file, code, root);
}

/** What a configuration of Playwright runs, how it names its report, and where its server logs. */
type Browsing = { report: string; args: string[]; log?: string };

async function runPlaywright(results: string, { report, args, log }: Browsing): Promise<Part> {
  const code = await runPackage('@playwright/test/cli.js', ['test', ...args]);
  return readPlaywright(join(results, report), code, log);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;

function listSlowest(parts: Part[]): string {
  const tests = parts.flatMap((part) => part.tests).sort((a, b) => b.milliseconds - a.milliseconds);
  return tests
    .slice(0, slowestShown)
    .map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}\n`)
    .join('');
}

const indented = (lines: string[], most: number) =>
  lines.slice(0, most).map((line) => `    ${line.slice(0, longestLine)}\n`);

/** The failures with the beginning of what each said and saw, so that the end of a long log tells what to look at. */
function listFailures(parts: Part[]): string {
  const failures = parts.flatMap((part) => part.failures);
  const told = failures.flatMap(({ name, messages, seen = [] }) => [
    `✘ ${name}\n`,
    ...indented(stripVTControlCharacters(messages.join('\n')).split('\n'), linesOfFailure),
    ...seen
      .filter(({ lines }) => lines.length > 0)
      .flatMap(({ title, lines }) => [`  ${title}\n`, ...indented(lines, linesSeen)]),
  ]);
  return told.length === 0 ? '' : `\nWhat failed\n${told.join('')}`;
}

/**
 * Runs every test, says which took longest and what failed, and ends with a line that says how many passed and failed. Sets the exit
 * code of the process: 1 when a test failed, or none ran.
 *
 * @param options.results the folder for the reports: emptied first
 * @param options.vitest further arguments for vitest
 * @param options.playwright what Playwright runs, one after the other
 */
export async function runTests(options: { results: string; vitest: string[]; playwright: Browsing[] }): Promise<void> {
  const { results } = options;
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const parts: Part[] = [];
  const browsings = options.playwright.map((browsing) => () => runPlaywright(results, browsing));
  for (const run of [() => runVitest(results, options.vitest), ...browsings]) {
    const began = performance.now();
    parts.push(await run());
    console.log(`${seconds(performance.now() - began)} for this part`);
  }
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const slowest = listSlowest(parts);
  const summary = `${passed} passed, ${failed} failed\n`;
  await writeFile(join(results, 'slowest.txt'), slowest);
  const failures = listFailures(parts);
  await writeFile(join(results, 'failures.txt'), failures);
  await writeFile(join(results, 'summary.txt'), summary);
  process.stdout.write(`\nThe slowest ${slowestShown}\n${slowest}${failures}\n${summary}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
