import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { median, pressInRounds } from '../src/load.ts';
import { weigh } from '../src/page-weight.ts';

const page = '<p>hello</p>'.repeat(200);
const seen = new Set<string>();
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  seen.add(`${request.method} ${request.url} ${request.headers['x-visitor'] ?? ''}${body}`);
  if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 50));
  response.writeHead(request.url === '/broken' ? 500 : 200).end(page);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('targets are compared in rounds, each with its own headers and bodies', async () => {
  const visitors = ['ana', 'luis'].map((name) => ({ 'x-visitor': name }));
  const loads = await pressInRounds(
    [
      { name: 'fast', url: `${url}/fast`, headers: visitors, body: ['1', '2'] },
      { name: 'slow', url: `${url}/slow` },
    ],
    1,
    1,
  );
  const [fast, slow] = [loads.get('fast'), loads.get('slow')];
  expect(fast?.perSecond).toBeGreaterThan(slow?.perSecond ?? Number.NaN);
  expect(slow?.p50).toBeGreaterThanOrEqual(50);
  expect([...seen].toSorted()).toEqual(['GET /slow ', 'POST /fast ana1', 'POST /fast luis2']);
}, 30_000);

test('a response without success is an error', async () => {
  await expect(pressInRounds([{ name: 'broken', url: `${url}/broken` }], 1, 1)).rejects.toThrow(
    'answers without the page',
  );
}, 30_000);

test('a page is weighed uncompressed and compressed', async () => {
  const { raw, gzip, brotli } = await weigh(url);
  expect(raw).toBe(page.length);
  expect(Math.max(gzip, brotli)).toBeLessThan(raw / 10);
});

test('the median is one of the values', () => {
  expect([median([3, 1, 2]), median([4]), median([])]).toEqual([2, 4, Number.NaN]);
});
