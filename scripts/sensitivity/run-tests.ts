import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A test that was run, and whether it passed. */
export type Seen = { file: string; test: string; passed: boolean };

/** What became of a run: everything passed, a test failed, or nothing can be said because the run itself broke. */
export type Verdict =
  | { outcome: 'passed' }
  | { outcome: 'caught'; file: string; test: string; message: string }
  | { outcome: 'broken'; message: string };

type Report = {
  numPassedTests: number;
  testResults: Array<{
    name: string;
    message: string;
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
  }>;
};

/** A mistake that does not even run is not noticed by a test: any build would stop it. Neither is a test that hangs. */
const isCrash = (message: string) => /^(?:SyntaxError|ReferenceError|TypeError)\b|timed out in \d+ms/.test(message);

const firstLine = (text: string) => text.split('\n', 1)[0]?.slice(0, 160) ?? '';

const listTests = (report: Report | null, tree: string): Seen[] =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(tree, name),
      test: fullName,
      passed: status === 'passed',
    })),
  );

/** Reads what vitest reported; a failed assertion counts, a crash does not. */
function judge(report: Report | null, tree: string, code: number, said: string): Verdict {
  const failed = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, failureMessages: [message = ''] }) =>
      status === 'failed' ? [{ file: relative(tree, name), test: fullName, message }] : [],
    ),
  );
  const caught = failed.find(({ message }) => !isCrash(message));
  if (caught) return { outcome: 'caught', ...caught, message: firstLine(caught.message) };
  if (code === 0 && report && report.numPassedTests > 0) return { outcome: 'passed' };
  const other = report?.testResults.find(({ message }) => message !== '')?.message;
  return { outcome: 'broken', message: firstLine(failed[0]?.message ?? other ?? said.trim()) };
}

/**
 * Runs tests in a copy of the sources against a cluster that has its `plantilla` already.
 *
 * @param options.tree the copy
 * @param options.clusterUrl its cluster
 * @param options.args what vitest runs
 * @param options.milliseconds when it is ended
 */
export async function runTests(options: {
  tree: string;
  clusterUrl: string;
  args: string[];
  milliseconds: number;
}): Promise<{ verdict: Verdict; tests: Seen[] }> {
  const { tree, clusterUrl, args, milliseconds } = options;
  const output = join(tree, 'sensitivity.json');
  await rm(output, { force: true });
  const child = spawn(
    process.execPath,
    [join(tree, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${output}`, ...args],
    { cwd: tree, env: { ...process.env, TEST_CLUSTER: clusterUrl }, detached: true },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  // With its own children: a test may have started a server.
  const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(end, milliseconds);
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
  clearTimeout(timer);
  const report: Report | null = JSON.parse(await readFile(output, 'utf8').catch(() => 'null'));
  return { verdict: judge(report, tree, code, said), tests: listTests(report, tree) };
}
