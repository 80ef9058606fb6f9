import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { findAnyPorts } from '@unstore/processes';
import { afterEach, expect, test } from 'vitest';
import type { Nginx } from '../../../scripts/tools/nginx.ts';
import { startShippedNginx } from '../../e2e/support/nginx.ts';

let nginx: Nginx;
const running = new Set<Server>();
afterEach(async () => {
  await nginx?.stop();
  for (const node of running) await stop(node);
});

async function start(port: number, answer: RequestListener = (_, response) => void response.end('{}')) {
  const node = createServer(answer).listen(port, '127.0.0.1');
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

test('each request gets a response during a rolling restart', async () => {
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

test('a connection that a node is closing is not reused', { tags: 'nightly' }, async () => {
  // Next.js keeps the default of Node.js: idle connections are closed after this.
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

const member = { cookie: 'sb-project-auth-token=somebody; i18next=es', 'accept-language': 'es' };
const open = (path: string, headers: Record<string, string> = member) => fetch(nginx.url + path, { headers });

test('a person with a session gets public pages from the cache, without a look-up', async () => {
  const { shop: port } = await findAnyPorts('shop');
  const cookies: Array<string | undefined> = [];
  await start(port, ({ headers }, response) => {
    cookies.push(headers.cookie);
    response.writeHead(200, { 'cdn-cache-control': 'max-age=30' }).end('page');
  });
  nginx = await startShippedNginx(`127.0.0.1:${port}`);
  await open('/', { 'accept-language': 'es' });
  cookies.length = 0;
  const states = [];
  for (const path of ['/p/x', '/p/x', '/cart', '/cart']) states.push((await open(path)).headers.get('x-cache'));
  expect(states).toEqual(['MISS', 'HIT', null, null]);
  expect(cookies).toEqual(['i18next=es', member.cookie, member.cookie]);
});

test('the shop checks the session for public pages in maintenance mode', async () => {
  const { shop: port } = await findAnyPorts('shop');
  await start(port, ({ headers }, response) => {
    const isAdmin = headers.cookie?.includes('sb-');
    response
      .writeHead(isAdmin ? 200 : 503, isAdmin ? {} : { 'retry-after': '30' })
      .end(isAdmin ? 'shop' : 'maintenance');
  });
  nginx = await startShippedNginx(`127.0.0.1:${port}`);
  const admin = await open('/');
  expect([admin.status, await admin.text()]).toEqual([200, 'shop']);
  const guest = await open('/', { 'accept-language': 'es' });
  expect([guest.status, await guest.text(), guest.headers.get('retry-after')]).toEqual([503, 'maintenance', '30']);
});

test("nginx serves the shop's page without a running node", async () => {
  const { nobody } = await findAnyPorts('nobody');
  nginx = await startShippedNginx(`127.0.0.1:${nobody}`);
  for (const path of ['/', '/p/x', '/cart', '/api/me']) {
    const answer = await open(path);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '10']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = await answer.text();
    for (const words of ['Nuestros servidores se han caído', 'Our servers are down']) expect(text).toContain(words);
  }
  expect((await open('/unavailable.html')).status).toBe(404);
});
