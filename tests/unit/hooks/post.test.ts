import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post, reachOf } from '@/lib/hooks/post';

const deadlines = vi.hoisted(() => ({ hook: 0 }));
vi.mock('@/lib/core/http/deadlines', () => ({ deadlines }));
beforeEach(() => {
  deadlines.hook = 20_000;
});

const servers: Array<ReturnType<typeof createServer>> = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  servers.push(server);
  server.on('connection', () => seen.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const send = (address: string, isLocal = false) =>
  post(address, '{"a":"ñ"}', { 'webhook-id': 'evt_1' }, reachOf(isLocal));

it.each([
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
])('a webhook to the private network of %s is refused', async (address) => {
  expect(await send(address)).toEqual({ status: null, error: 'private' });
});

it.each([
  'http://bot.example/x',
  'ftp://bot.example',
  'https://ana:secreto@bot.example',
  'https://bot.example/#x',
  'no',
])('a webhook to the address %s is refused', async (address) =>
  expect(await send(address)).toEqual({ status: null, error: 'address' }),
);

it('a webhook does not connect to a private network, on any port', async () => {
  const { seen, address } = await listen((_request, response) => response.end());
  expect(await send(address.replace('http:', 'https:'))).toEqual({ status: null, error: 'private' });
  expect(seen).toEqual([]);
});

it('a webhook is posted as JSON with its headers, and its status returned', async () => {
  let got: unknown;
  const { address } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'webhook-id': id, 'content-type': type } = request.headers;
    got = [request.method, id, type, Buffer.concat(chunks).toString()];
    response.writeHead(204).end();
  });
  expect(await send(address, true)).toEqual({ status: 204, error: null, retryAfter: null });
  expect(got).toEqual(['POST', 'evt_1', 'application/json', '{"a":"ñ"}']);
});

it('a webhook follows no redirect, reads no endless response, and times out', async () => {
  const { seen, address } = await listen((request, response) => {
    if (request.url === '/redirect') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (request.url === '/endless') {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed)
          if (!response.write(Buffer.alloc(10_000))) return void response.once('drain', write);
      };
      write();
    } else if (request.url === '/slow') response.writeHead(200).write('x');
    else if (request.url === '/broken') request.socket.destroy();
  });
  expect(await send(`${address}/redirect`, true)).toEqual({ status: 307, error: null, retryAfter: null });
  expect(await send(`${address}/endless`, true)).toEqual({ status: 200, error: null, retryAfter: null });
  deadlines.hook = 300;
  expect(await send(`${address}/slow`, true)).toEqual({ status: null, error: 'timeout' });
  expect(await send(`${address}/silent`, true)).toEqual({ status: null, error: 'timeout' });
  deadlines.hook = 20_000;
  expect(await send(`${address}/broken`, true)).toEqual({ status: null, error: 'broken' });
  expect(seen).not.toContain('POST /elsewhere');
  expect(await send('http://127.0.0.1:1/', true)).toEqual({ status: null, error: 'refused' });
  expect(await send('http://nowhere.invalid/', true)).toEqual({ status: null, error: 'name' });
});

it('a webhook may use http if allowed, but not to a private network', async () => {
  const { seen, address } = await listen((_request, response) => response.end());
  expect(await post(`${address}/`, '', {}, { http: true })).toEqual({ status: null, error: 'private' });
  expect(seen).toEqual([]);
});
