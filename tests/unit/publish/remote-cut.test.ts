import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, it, vi } from 'vitest';
import { fetchPicture } from '@/lib/publish/remote';

// The server of this test is on our own network and has no certificate: only the way to it is another one.
vi.mock('node:https', async () => {
  const { get } = await import('node:http');
  return {
    get: (address: string, options: object, then: (response: unknown) => void) =>
      get(address.replace('https:', 'http:'), { ...options, agent: undefined }, then),
  };
});

const answers: Record<string, (response: ServerResponse) => void> = {
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  },
  '/none': (response) => response.writeHead(404, { 'content-length': '1000' }).write('no'),
  '/counted': (response) => response.end('picture'),
  // Its end is the end of the connection.
  '/uncounted': (response) => {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { connection: 'close' });
    response.write('pic', () => response.end('ture'));
  },
};
const server = createServer((request, response) => answers[request.url ?? '']?.(response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as { port: number };
afterAll(() => server.closeAllConnections());

const fetched = async (path: string) => {
  const bytes = await fetchPicture(`https://127.0.0.1:${port}${path}`);
  return bytes && Buffer.from(bytes).toString();
};

it.each(['/cut', '/none'])('an incomplete remote picture is refused: %s', async (path) =>
  expect(await fetched(path)).toBeNull(),
);

it('a picture without encryption is not asked for', async () =>
  expect(await fetchPicture(`http://127.0.0.1:${port}/counted`)).toBeNull());

it.each(['/counted', '/uncounted'])('a complete remote picture is returned: %s', async (path) =>
  expect(await fetched(path)).toBe('picture'),
);
