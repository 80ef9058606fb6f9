import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { refuseOddRequests } from '@/lib/core/request/odd-requests';

it.each([
  ['TRACE /p/x HTTP/1.1', 'PROPFIND /p/x'],
  ['OPTIONS * HTTP/1.1', 'OPTIONS /'],
  ['GET /p/x HTTP/1.1', 'GET /p/x'],
])('%s reaches the handler as %s', async (line, reached) => {
  refuseOddRequests();
  const server = createServer(({ method, url }, response) => {
    expect(() => new Request('http://shop.test', { method: method ?? '' })).not.toThrow();
    response.end(`${method} ${url}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${line}\r\nHost: shop.test\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toContain(reached);
  server.close();
});
