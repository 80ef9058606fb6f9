import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bug, isSql, makeMistake } from '../../tests/sensitivity/bug.ts';
import type { Result } from './results.ts';
import type { Verdict } from './run-tests.ts';
import { copySources } from './sources.ts';

const root = join(import.meta.dirname, '../..');

type Suite = {
  file: string;
  suites?: Suite[];
  specs?: Array<{
    title: string;
    ok: boolean;
    tests: Array<{ results: Array<{ status: string; error?: { message?: string } }> }>;
  }>;
};
type Report = { stats: { expected: number }; suites: Suite[] };

function failuresOf(suite: Suite): Array<{ file: string; test: string; message: string }> {
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      file: `tests/e2e/${suite.file}`,
      test: title,
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '',
    }));
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

async function runShop(tree: string, files: string[]): Promise<Verdict> {
  const projects = new Set(files.map((file) => (file.endsWith('.http.ts') ? 'http' : 'phone')));
  const report = join(tree, 'test-results/e2e.json');
  await rm(report, { force: true });
  const args = ['test', ...[...projects].map((project) => `--project=${project}`), ...files];
  const child = spawn(process.execPath, [join(tree, 'node_modules/@playwright/test/cli.js'), ...args], {
    cwd: tree,
    env: { ...process.env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
  const read: Report | null = JSON.parse(await readFile(report, 'utf8').catch(() => 'null'));
  const [caught] = (read?.suites ?? []).flatMap(failuresOf);
  if (caught) return { outcome: 'caught', ...caught, message: caught.message.split('\n', 1)[0] ?? '' };
  if (code === 0 && read && read.stats.expected > 0) return { outcome: 'passed' };
  return { outcome: 'broken', message: said.trim().split('\n').at(-1) ?? '' };
}

/**
 * Builds and starts a whole shop for each mistake, one after the other: minutes for each. The shop as it is comes first,
 * and must pass.
 *
 * @param keep is told of each result
 * @throws when a mistake is one of the database, whose migrations a whole shop is made with
 */
export async function tryInShops(bugs: Bug[], keep: (result: Omit<Result, 'commit'>) => Promise<void>): Promise<void> {
  const wrong = bugs.find(isSql);
  if (wrong) throw new Error(`${wrong.id}: a mistake of the database is tried with tests/db.`);
  if (bugs.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'unstore-sensitivity-'));
  const tree = join(folder, 'tree');
  try {
    // A build follows no link out of its folder.
    await copySources(tree, 'hard links');
    const control = await runShop(tree, [...new Set(bugs.flatMap(({ tests }) => tests))]);
    if (control.outcome !== 'passed') {
      throw new Error(`Without any mistake, the shop does not pass: ${JSON.stringify(control)}`);
    }
    for (const bug of bugs) {
      const from = performance.now();
      await writeFile(join(tree, bug.file), await makeMistake(bug, tree));
      const verdict = await runShop(tree, bug.tests);
      await copyFile(join(root, bug.file), join(tree, bug.file));
      await keep({ id: bug.id, verdict, seconds: Math.round((performance.now() - from) / 1000) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
