import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimDataDir } from '../../../local/process/lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unstore-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Claims a folder that a process with this command line has claimed, and still runs. */
async function claimAfter(script: string): Promise<void> {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', script], { stdio: 'ignore' });
  await once(other, 'spawn');
  try {
    await writeFile(join(folder, 'running'), String(other.pid));
    await claimDataDir(folder);
  } finally {
    other.kill('SIGKILL');
    await once(other, 'exit');
  }
}

it.each(['local/start.ts', 'local/dev.ts'])('a folder on which %s runs is not used twice', async (script) => {
  await expect(claimAfter(script)).rejects.toThrow(/UnStore already runs/);
});

it('a number that now belongs to another program holds nothing', async () => {
  await expect(claimAfter('something-else.js')).resolves.toBeUndefined();
});
