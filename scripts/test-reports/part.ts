import { readFile } from 'node:fs/promises';

type Timed = { name: string; milliseconds: number };

/** What a test that failed said: its messages, and what else tells why. */
export type Failure = { name: string; messages: string[]; seen?: Array<{ title: string; lines: string[] }> };

/** What one runner of tests reported. */
export type Part = { passed: number; failed: number; tests: Timed[]; failures: Failure[] };

/** A report of a runner, or null when it wrote none. */
export const readReport = async <Report>(file: string): Promise<Report | null> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));

/** A part fails by its exit code, whatever its report says. */
export const failuresOf = (code: number, reported: number) => (code !== 0 && reported === 0 ? 1 : reported);
