import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const isRunning = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';

test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'end'] as const)(
  'a watched child process ends with its parent: %s',
  async (end) => {
    const owner = spawn(process.execPath, [join(import.meta.dirname, 'end-with-parent.ts'), end], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = await once(owner.stdout, 'data');
    const pids: number[] = JSON.parse(String(text));
    if (end !== 'end') {
      expect(await Promise.all(pids.map(isRunning))).toEqual([true, false, true]);
      owner.kill(end);
    }
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
  },
);
