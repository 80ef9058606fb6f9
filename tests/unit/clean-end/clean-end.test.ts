/** @module-tag nightly */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findAnyPorts } from '@unstore/processes';
import { expect, test } from 'vitest';

/** Sends a request, and repeats it if an idle connection was closed, as proxies do. */
const ask = (url: string, agent: Agent): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (data) => (text += data))
        .once('end', () => resolve(text))
        .once('error', reject);
    };
    const request = get(url, { agent }, take).once('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') ask(url, agent).then(resolve, reject);
      else reject(error);
    });
  });

test('a graceful shutdown loses no request, even on busy connections, and exits with 0', async () => {
  const { shop: port } = await findAnyPorts('shop');
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), String(port)]);
  const said = text(server.stdout);
  const ended = once(server, 'exit');
  await once(server.stdout, 'data');
  const url = `http://localhost:${port}`;

  const slow = ask(`${url}/slow`, new Agent({ keepAlive: true }));
  let answers = 0;
  const keepAsking = async (agent: Agent): Promise<string> => {
    for (;;) {
      try {
        expect(await ask(url, agent)).toBe('soon');
        answers += 1;
        if (answers === 100) server.kill('SIGTERM');
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? String(error);
      }
    }
  };
  const busy = await Promise.all(
    Array.from({ length: 4 }, () => keepAsking(new Agent({ keepAlive: true, maxSockets: 1 }))),
  );
  expect(busy).toEqual(Array(4).fill('ECONNREFUSED'));
  expect(await slow).toBe('late, and whole');
  expect(await ended).toEqual([0, null]);
  // It has answered each request that it has started.
  expect((await said).split('\n')).toContain(`begun ${answers + 1}, answered ${answers + 1}`);
});
