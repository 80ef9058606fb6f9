import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Failure, failuresOf, type Part, readReport } from './part.ts';

/** What the JSON reporter of Playwright writes, as far as it is read here. */
type ErrorReport = { message?: string };
type Result = {
  startTime: string;
  duration: number;
  errors: ErrorReport[];
  attachments: Array<{ name: string; path?: string }>;
};
type Test = { status: string; results: Result[] };
type Suite = { title: string; suites?: Suite[]; specs: Array<{ title: string; tests: Test[] }> };
type Report = { stats: { expected: number; unexpected: number }; suites: Suite[]; errors: ErrorReport[] };

type Ended = { name: string; failed: boolean; results: Result[] };

const testsIn = (suite: Suite): Ended[] => [
  ...suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${suite.title} › ${title}`,
      failed: status === 'unexpected',
      results,
    })),
  ),
  ...(suite.suites ?? []).flatMap(testsIn),
];

const messagesOf = (errors: ErrorReport[]) => errors.map(({ message = '' }) => message);

const readText = (file: string | undefined) => (file ? readFile(file, 'utf8').catch(() => '') : '');

/** What stood on the page when a test failed, as Playwright describes it. */
async function pageOf({ attachments }: Result): Promise<string[]> {
  const context = await readText(attachments.find(({ name }) => name === 'error-context')?.path);
  const page = /# Page snapshot\s+```yaml\n([\s\S]*?)\n```/.exec(context)?.[1];
  return page?.split('\n') ?? [];
}

/** What the server logged while a test ran, other tests' requests included. */
function loggedDuring({ startTime, duration }: Result, log: string): string[] {
  const [from, to] = [Date.parse(startTime), Date.parse(startTime) + duration];
  return log.split('\n').filter((line) => {
    const at = Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '');
    return at >= from && at <= to;
  });
}

async function failureOf({ name, results }: Ended, log: string): Promise<Failure> {
  const pages = await Promise.all(results.map(pageOf));
  return {
    name,
    messages: results.flatMap(({ errors }) => messagesOf(errors)),
    seen: [
      { title: 'the page', lines: pages.flat() },
      { title: 'the log of the server meanwhile', lines: results.flatMap((result) => loggedDuring(result, log)) },
    ],
  };
}

/**
 * @param code the exit code of the runner
 * @param logFile what the server wrote that the tests asked
 */
export async function readPlaywright(file: string, code: number, logFile?: string): Promise<Part> {
  const report = await readReport<Report>(file);
  const tests = report?.suites.flatMap(testsIn) ?? [];
  const log = await readText(logFile);
  return {
    passed: report?.stats.expected ?? 0,
    failed: failuresOf(code, report?.stats.unexpected ?? 1),
    tests: tests.flatMap(({ name, results }) => results.map(({ duration }) => ({ name, milliseconds: duration }))),
    failures: [
      ...(await Promise.all(tests.filter(({ failed }) => failed).map((test) => failureOf(test, log)))),
      ...messagesOf(report?.errors ?? []).map((message) => ({ name: basename(file), messages: [message] })),
    ],
  };
}
