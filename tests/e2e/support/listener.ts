import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Heard = { headers: Record<string, string>; body: string };

const textHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Starts a creator's program that answers webhooks with a status and headers, and keeps what it has received. */
export async function listen(statusOf: () => number = () => 204, headersOf: () => OutgoingHttpHeaders = () => ({})) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    heard.push({ headers: textHeaders(request.headers), body: Buffer.concat(chunks).toString() });
    response.writeHead(statusOf(), headersOf()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    heard,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
