import { globSync } from 'node:fs';
import type { Lane } from './lane.ts';

/** How often a test file called each function. */
export type Coverage = { file: string; calls: Map<string, number> };

/** Finds the test files that call a function. The first one is that of whose calls it is the largest part. */
export function testsByFunction(coverage: Coverage[]): (name: string) => string[] {
  const files = coverage.map(({ file, calls }) => ({
    file,
    calls,
    all: [...calls.values()].reduce((a, b) => a + b, 0),
  }));
  return (name) =>
    files
      .map(({ file, calls, all }) => ({ file, share: (calls.get(name) ?? 0) / all }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share)
      .map(({ file }) => file);
}

/** Runs every database test once, and reads which functions it calls. */
export async function readCoverage(lanes: Lane[]): Promise<Coverage[]> {
  const files = globSync('tests/db/**/*.test.ts');
  const coverage: Coverage[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let file = files.pop(); file; file = files.pop()) {
        const { failure, calls } = await lane.runFile(file);
        if (failure) throw new Error(`Tests fail without a mutant: ${failure}`);
        coverage.push({ file, calls });
      }
    }),
  );
  return coverage;
}
