import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A node and its in-flight requests, which fail if it dies. */
type Upstream = { port: number; inFlight: Set<object> };

/** Emulates the load balancer of several nodes: round robin, with the next node if one is unreachable. */
export async function startBalancer(port: number, ports: number[]) {
  const upstreams = ports.map((each): Upstream => ({ port: each, inFlight: new Set() }));
  let turn = 0;
  function hand(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, to: number, attempts: number): void {
    const upstream = upstreams[to % upstreams.length] as Upstream;
    const address = incoming.socket.remoteAddress ?? '';
    const headers = { ...incoming.headers, 'x-forwarded-for': address, connection: 'close' };
    const { method, url: path } = incoming;
    const flight = {};
    const asked = request({ host: 'localhost', port: upstream.port, method, path, headers, agent: false });
    upstream.inFlight.add(flight);
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    asked.on('close', () => upstream.inFlight.delete(flight));
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && attempts > 1) hand(incoming, outgoing, body, to + 1, attempts - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    asked.end(body);
  }
  const server = createServer((incoming, outgoing) => {
    incoming.toArray().then(
      (parts) => {
        turn += 1;
        hand(incoming, outgoing, Buffer.concat(parts), turn, upstreams.length);
      },
      // The client closed the connection before the end of the response.
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://localhost:${port}`, upstreams, stop };
}
