/** @module-tag nightly */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('the API works again after a kill of the busy database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-crash-'));
  try {
    // PostgreSQL runs as a user of its own when the tests run as root.
    await chmod(folder, 0o711);
    const main = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(main, 'exit');
    // Among it a line for each call that a killed database has left the API with: read only when it fails.
    const complaints = text(main.stderr);
    const lines: string[] = [];
    createInterface(main.stdout).on('line', (line) => lines.push(line));
    const exit = await ended;
    expect(exit, (await complaints).slice(-2_000)).toEqual([0, null]);
    const said = lines.find((line) => line.startsWith('{"after"')) ?? '';
    expect(JSON.parse(said)).toEqual({ after: [200, 200, 200] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
