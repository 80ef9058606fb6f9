import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { expect, it, onTestFinished } from 'vitest';

it('the example listener survives a broken connection and refuses a huge body', async () => {
  const { listener: port } = await findAnyPorts('listener');
  const example = join(import.meta.dirname, '../../../docs/creators/examples/listener.mjs');
  const child = spawn(process.execPath, [example, String(port)], {
    env: { ...process.env, WEBHOOK_SECRET: `whsec_${Buffer.from('secret').toString('base64')}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const complaints: string[] = [];
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)));
  await once(child.stdout, 'data');

  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\nhalf');
  // The listener has begun to read.
  await once(socket, 'data');
  socket.destroy();
  const send = (body: string) => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  expect((await send('{}')).status).toBe(401);

  const endless = connect(port, '127.0.0.1');
  endless.on('error', () => {});
  endless.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
  endless.write('x'.repeat(2_000_000));
  expect(String(await once(endless, 'data'))).toMatch(/^HTTP\/1.1 401 /);
  endless.destroy();
  expect((await send('{}')).status).toBe(401);
  expect([child.exitCode, ...complaints]).toEqual([null]);
});
