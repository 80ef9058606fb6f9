import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

type Timed = { name: string; milliseconds: number };
type Failure = { name: string; messages: string[] };
type Part = { passed: number; failed: number; tests: Timed[]; failures: Failure[] };

/** What the reporters of both runners write, as far as it is read here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: Array<{
    name: string;
    status: string;
    message: string;
    assertionResults: Array<{ fullName: string; status: string; duration?: number; failureMessages: string[] | null }>;
  }>;
};
type PlaywrightError = { message?: string };
type PlaywrightTest = { status: string; results: Array<{ duration: number; errors: PlaywrightError[] }> };
type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: Array<{ title: string; tests: PlaywrightTest[] }>;
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
  errors: PlaywrightError[];
};

const root = join(import.meta.dirname, '..');
const slowestShown = 20;
const linesOfFailure = 20;

/** Runs a package's command with this Node. Answers its exit code. */
export function runPackage(script: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

const readReport = async <Report>(file: string): Promise<Report | null> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));

/** A part fails by its exit code, whatever its report says. */
const failuresOf = (code: number, reported: number) => (code !== 0 && reported === 0 ? 1 : reported);

async function runVitest(results: string, args: string[]): Promise<Part> {
  const file = join(results, 'vitest.json');
  const code = await runPackage('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  const report = await readReport<VitestReport>(file);
  const files = report?.testResults ?? [];
  const unread = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failuresOf(code, (report?.numFailedTests ?? 0) + unread.length),
    tests: files.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({ name: fullName, milliseconds: duration })),
    ),
    failures: [
      ...unread.map(({ name, message }) => ({ name: relative(root, name), messages: [message] })),
      ...files.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            name: `${relative(root, name)} › ${fullName}`,
            messages: failureMessages ?? [],
          })),
      ),
    ],
  };
}

const timesOf = (suite: PlaywrightSuite): Timed[] => [
  ...suite.specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ name: `${suite.title} › ${title}`, milliseconds: duration })),
    ),
  ),
  ...(suite.suites ?? []).flatMap(timesOf),
];

const messagesOf = (errors: PlaywrightError[]) => errors.map(({ message = '' }) => message);

const failuresIn = (suite: PlaywrightSuite): Failure[] => [
  ...suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        name: `${suite.title} › ${title}`,
        messages: results.flatMap(({ errors }) => messagesOf(errors)),
      })),
  ),
  ...(suite.suites ?? []).flatMap(failuresIn),
];

/** What a configuration of Playwright runs, and the file for which it names the report in the folder of results. */
type Browsing = { report: string; args: string[] };

async function runPlaywright(results: string, { report: file, args }: Browsing): Promise<Part> {
  const code = await runPackage('@playwright/test/cli.js', ['test', ...args]);
  const report = await readReport<PlaywrightReport>(join(results, file));
  return {
    passed: report?.stats.expected ?? 0,
    failed: failuresOf(code, report?.stats.unexpected ?? 1),
    tests: report?.suites.flatMap(timesOf) ?? [],
    failures: [
      ...(report?.suites.flatMap(failuresIn) ?? []),
      ...messagesOf(report?.errors ?? []).map((message) => ({ name: file, messages: [message] })),
    ],
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;

function listSlowest(parts: Part[]): string {
  const tests = parts.flatMap((part) => part.tests).sort((a, b) => b.milliseconds - a.milliseconds);
  return tests
    .slice(0, slowestShown)
    .map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}\n`)
    .join('');
}

/** The failures with the beginning of what each said, so that the end of a long log tells what to look at. */
function listFailures(parts: Part[]): string {
  const failures = parts.flatMap((part) => part.failures);
  const told = failures.map(({ name, messages }) => {
    const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, linesOfFailure);
    return `✘ ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
  });
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
