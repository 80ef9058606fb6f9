import { relative } from 'node:path';
import { type Failure, failuresOf, type Part, readReport } from './part.ts';

/** What the JSON reporter of Vitest writes, as far as it is read here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: Array<{
    name: string;
    status: string;
    message: string;
    assertionResults: Array<{ fullName: string; status: string; duration?: number; failureMessages: string[] | null }>;
  }>;
};

/** An error that no test waited for stands in no report. */
const outside: Failure = { name: 'vitest', messages: ['An error outside of the tests: see “Unhandled Errors” above.'] };

/**
 * @param code the exit code of the runner
 * @param root what the names of files are relative to
 */
export async function readVitest(file: string, code: number, root: string): Promise<Part> {
  const report = await readReport<Report>(file);
  const files = report?.testResults ?? [];
  const unread = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const failures = [
    ...unread.map(({ name, message }) => ({ name: relative(root, name), messages: [message] })),
    ...files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          name: `${relative(root, name)} › ${fullName}`,
          messages: failureMessages ?? [],
        })),
    ),
  ];
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failuresOf(code, (report?.numFailedTests ?? 0) + unread.length),
    tests: files.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({ name: fullName, milliseconds: duration })),
    ),
    failures: code !== 0 && failures.length === 0 ? [outside] : failures,
  };
}
