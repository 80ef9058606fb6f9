import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { readCheck } from '../test-reports/check.ts';
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

/** Runs a script with this Node, giving way to everything else. What it says is printed when it has ended. */
function runBehind(args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve) =>
    child.on('close', (code) => {
      process.stdout.write(said);
      resolve({ code: code ?? 1, said });
    }),
  );
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

const playwright = '@playwright/test/cli.js';

/** What a configuration of Playwright runs, how it names its report, and where its server logs. */
type Browsing = { report: string; args: string[]; log?: string };

async function runPlaywright(results: string, { report, args, log }: Browsing): Promise<Part> {
  const code = await runPackage(playwright, ['test', ...args]);
  return readPlaywright(join(results, report), code, log);
}

/** A script of this repository that ends with 0 when all is well. */
type Check = { name: string; script: string };

async function runCheck({ name, script }: Check): Promise<Part> {
  const began = performance.now();
  const { code, said } = await runBehind([join(root, script)]);
  return readCheck(name, code, said, performance.now() - began);
}

async function runPlaywrightBehind(results: string, { report, args, log }: Browsing): Promise<Part> {
  const { code } = await runBehind([join(root, 'node_modules', playwright), 'test', ...args]);
  return readPlaywright(join(results, report), code, log);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;

async function timed(name: string, run: Promise<Part>): Promise<Part> {
  const began = performance.now();
  const part = await run;
  console.log(`${seconds(performance.now() - began)} for ${name}`);
  return part;
}

/** Waits for the file that says that the tests which run alone have begun, or for the end of all tests of their part. */
async function untilAlone(results: string, part: Promise<Part>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  part.then(end, end);
  while (!hasEnded && !existsSync(join(results, 'alone-began'))) await delay(500);
}

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
 * @param options.playwright what Playwright runs after that
 * @param options.beside what runs, one after the other, beside those of its tests that run alone
 * @param options.after what is checked at the end
 */
export async function runTests(options: {
  results: string;
  vitest: string[];
  playwright: Browsing;
  beside: Array<Browsing | Check>;
  after: Check[];
}): Promise<void> {
  const { results } = options;
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const parts = [await timed('vitest', runVitest(results, options.vitest))];
  const browsing = timed(options.playwright.report, runPlaywright(results, options.playwright));
  await untilAlone(results, browsing);
  for (const part of options.beside) {
    const run = 'script' in part ? runCheck(part) : runPlaywrightBehind(results, part);
    parts.push(await timed('script' in part ? part.name : part.report, run));
  }
  parts.push(await browsing);
  for (const check of options.after) parts.push(await timed(check.name, runCheck(check)));
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
