import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bug, makeMistake } from '../../tests/sensitivity/bug.ts';
import type { Verdict } from './run-tests.ts';

/** What became of a mistake, and how long that took to find out. */
export type Result = { id: string; verdict: Verdict; seconds: number };

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/sensitivity');

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
    /** Those of earlier runs that still hold. */
    async read(): Promise<Result[]> {
      const found = await Promise.all(
        bugs.map(async ({ id }): Promise<Result | null> => {
          const kept = JSON.parse(await readFile(fileOf(id), 'utf8').catch(() => 'null'));
          return kept?.state === states.get(id) ? kept.result : null;
        }),
      );
      return found.filter((result) => result !== null);
    },
    keep: (result: Result) => writeFile(fileOf(result.id), JSON.stringify({ state: states.get(result.id), result })),
  };
}
