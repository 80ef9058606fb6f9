import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findAnyPorts } from '../../../local/process/ports.ts';
import type { Nginx } from '../../../scripts/tools/nginx.ts';
import { startShippedNginx } from '../../e2e/support/nginx.ts';

let nginx: Nginx;
const running = new Set<Server>();
afterEach(async () => {
  await nginx?.stop();
  for (const node of running) await stop(node);
});

async function start(port: number): Promise<Server> {
  const node = createServer((_, response) => void response.end('{}')).listen(port, '127.0.0.1');
  running.add(node);
  await once(node, 'listening');
  return node;
}

async function stop(node: Server): Promise<void> {
  running.delete(node);
  node.close();
  node.closeAllConnections();
  await once(node, 'close');
}

const ask = async () => (await fetch(`${nginx.url}/api/health`)).status;

test('while the nodes are restarted one after the other, each request is answered', async () => {
  const { first, second } = await findAnyPorts('first', 'second');
  const a = await start(first);
  const b = await start(second);
  nginx = await startShippedNginx(`127.0.0.1:${first}`, `127.0.0.1:${second}`);
  await stop(a);
  for (let time = 0; time < 4; time += 1) expect(await ask()).toBe(200);
  await start(first);
  await stop(b);
  for (let time = 0; time < 4; time += 1) expect(await ask()).toBe(200);
});

test('a connection that a node is about to close is not used again', async () => {
  // Next.js leaves it at what Node.js does: idle connections are closed after this.
  const closedAfter = createServer().keepAliveTimeout;
  const { shop: port } = await findAnyPorts('shop');
  const node = await start(port);
  node.keepAliveTimeout = 60_000;
  let connections = 0;
  node.on('connection', () => (connections += 1));
  nginx = await startShippedNginx(`127.0.0.1:${port}`);
  await ask();
  const used = connections;
  await ask();
  expect(connections).toBe(used);
  await delay(closedAfter - 500);
  await ask();
  expect(connections).toBe(used + 1);
});
