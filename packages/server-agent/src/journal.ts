import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Result } from './shop.ts';

/** Older results are dropped, because the shop has received them long ago. */
const mostKept = 5_000;

export type Journal = {
  /** The result of a command that has run, or undefined. */
  resultOf: (id: string) => Result | undefined;
  /** Records that a command has run; the result is on disk when this returns. */
  note: (result: Result) => void;
  close: () => void;
};

function readLines(path: string): Map<string, Result> {
  const known = new Map<string, Result>();
  if (!existsSync(path)) return known;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      const result = JSON.parse(line) as Result;
      known.set(result.id, result);
    } catch {
      // A line that a crash truncated belongs to a command that may not have run.
    }
  }
  return known;
}

/** Journal of executed commands, one per line. No command runs twice, even after a restart of either side. */
export function openJournal(path: string): Journal {
  const known = readLines(path);
  for (const id of [...known.keys()].slice(0, Math.max(0, known.size - mostKept))) known.delete(id);
  const lines = [...known.values()].map((result) => `${JSON.stringify(result)}\n`).join('');
  writeFileSync(`${path}.new`, lines);
  renameSync(`${path}.new`, path);
  const file = openSync(path, 'a');
  return {
    resultOf: (id) => known.get(id),
    note(result) {
      known.set(result.id, result);
      writeSync(file, `${JSON.stringify(result)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
