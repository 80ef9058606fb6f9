/** @module-tag nightly */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Exit code of a server with closed output: 1 if it was busy only with logging the failure. */
async function endOf(kind: 'guarded' | 'unguarded'): Promise<unknown> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), kind], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = server;
  if (!stdout || !stderr) throw new Error('the server has no output');
  const ended = once(server, 'exit');
  await once(stdout, 'data');
  const closed = [once(stdout, 'close'), once(stderr, 'close')];
  stdout.destroy();
  stderr.destroy();
  await Promise.all(closed);
  server.send('go on');
  const [code] = await ended;
  return code;
}

test('a server with closed output keeps running', async () => {
  expect(await endOf('guarded')).toBe(0);
});

test('without the guard each failed write causes another one', async () => {
  expect(await endOf('unguarded')).toBe(1);
});
