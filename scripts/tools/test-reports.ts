import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** Passed tests and the text of each failure in one part of the run. */
export type Totals = { passed: number; failures: string[] };

const mostLines = 15;

const firstLines = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .slice(0, mostLines)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');

const failure = (name: string, message = '') => `✘ ${name}\n${firstLines(message)}`;

type VitestReport = {
  numPassedTests: number;
  testResults: Array<{
    name: string;
    status: string;
    message: string;
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] | null }>;
  }>;
};

/** Reads the report of Vitest's JSON reporter. A file that cannot be loaded counts as one failure. */
export async function readVitest(file: string): Promise<Totals> {
  const { numPassedTests, testResults }: VitestReport = JSON.parse(await readFile(file, 'utf8'));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [failure(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${name} › ${fullName}`, (failureMessages ?? []).join('\n')),
    );
  });
  return { passed: numPassedTests, failures };
}

type Problem = { message?: string };
type Suite = {
  title: string;
  suites?: Suite[];
  specs: Array<{ title: string; tests: Array<{ status: string; results: Array<{ errors: Problem[] }> }> }>;
};
type PlaywrightReport = { stats: { expected: number }; suites: Suite[]; errors: Problem[] };

const failuresIn = ({ title, specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        failure(`${title} › ${spec.title}`, results.flatMap(({ errors }) => errors.map((e) => e.message)).join('\n')),
      ),
  ),
  ...suites.flatMap(failuresIn),
];

/** Reads the report of Playwright's JSON reporter. */
export async function readPlaywright(file: string): Promise<Totals> {
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(await readFile(file, 'utf8'));
  const outside = errors.map(({ message }) => failure('Playwright', message));
  return { passed: stats.expected, failures: [...suites.flatMap(failuresIn), ...outside] };
}

/** Totals of a part with this exit code. A failure without a report counts as one. */
export async function totalsOf(name: string, code: number, read?: Promise<Totals>): Promise<Totals> {
  const totals = await (read ?? { passed: code === 0 ? 1 : 0, failures: [] });
  if (code === 0 || totals.failures.length > 0) return totals;
  return { ...totals, failures: [failure(name, `ended with code ${code}; its output is above`)] };
}
