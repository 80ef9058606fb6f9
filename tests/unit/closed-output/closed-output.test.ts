/** @module-tag nightly */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a server with closed output keeps running', async () => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
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
  expect(await ended).toEqual([0, null]);
});
