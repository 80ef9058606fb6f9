import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bug, makeMistake } from '../../tests/sensitivity/bug.ts';
import type { Verdict } from './run-tests.ts';

/** What became of a mistake, how long that took to find out, and of which sources it was asked. */
export type Result = { id: string; verdict: Verdict; seconds: number; commit: string };

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/sensitivity');

async function git(...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
}

/** The name of the sources as they are now. What the command itself writes does not count as a change. */
export async function nameCommit(): Promise<string> {
  const changed = (await git('status', '--porcelain', '--', '.', ':!docs/figures')) !== '';
  return `${await git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes that are not committed' : ''}`;
}

/** What a result rests on: the mistake, the file that it is made in, and the tests that are to catch it. */
async function stateOf(bug: Bug): Promise<string> {
  const texts = await Promise.all(bug.tests.map((file) => readFile(join(root, file), 'utf8')));
  return createHash('sha256')
    .update(JSON.stringify([bug.file, await makeMistake(bug), texts]))
    .digest('hex');
}

/** Keeps the results of mistakes as they are now, so that a run that was broken off can go on. */
export async function openResults(bugs: Bug[]) {
  await mkdir(folder, { recursive: true });
  const states = new Map(await Promise.all(bugs.map(async (bug) => [bug.id, await stateOf(bug)] as const)));
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    /** Those of earlier runs that still hold. What could not be judged is tried again. */
    async read(): Promise<Result[]> {
      const found = await Promise.all(
        bugs.map(async ({ id }): Promise<Result | null> => {
          const kept = JSON.parse(await readFile(fileOf(id), 'utf8').catch(() => 'null'));
          return kept?.state === states.get(id) && kept.result.verdict.outcome !== 'broken' ? kept.result : null;
        }),
      );
      return found.filter((result) => result !== null);
    },
    keep: (result: Result) => writeFile(fileOf(result.id), JSON.stringify({ state: states.get(result.id), result })),
  };
}
