import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { findAnyPorts } from '../../../local/ports.ts';
import { type Shop as Node, serveShop } from '../../../local/shop.ts';

/** What is asked of one node: whatever it has not answered when it dies is lost. */
type Upstream = { port: number; inFlight: Set<object> };

/** Asks one node after the other, and the next one where a node cannot be reached. */
async function startBalancer(port: number, ports: number[]) {
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
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    turn += 1;
    hand(incoming, outgoing, body, turn, upstreams.length);
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://localhost:${port}`, upstreams, stop };
}

/**
 * Serves the build that is under test from two more processes, which share a Redis, behind a proxy.
 *
 * @param onLine each line that a node writes
 */
export async function startNodes(redisUrl: string, onLine: (line: string) => void = () => {}) {
  const ports = await findAnyPorts('proxy', 'first', 'second');
  const balancer = await startBalancer(ports.proxy, [ports.first, ports.second]);
  const environment = {
    NEXT_DIST_DIR: '.next-e2e',
    SITE_URL: balancer.url,
    REDIS_URL: redisUrl,
    TRUSTED_PROXIES: '1',
    ADDRESS_LIMIT_FACTOR: '1',
    LOG_LEVEL: 'warn',
  };
  const started = await Promise.allSettled(
    [ports.first, ports.second].map((port) => serveShop(port, environment, onLine)),
  );
  const nodes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => {
    await Promise.all([balancer.stop(), ...nodes.map((node) => node.stop())]);
  };
  const [first, second] = nodes;
  if (!first || !second) {
    await stop();
    throw new Error(`The nodes did not start: ${started.map((each) => JSON.stringify(each)).join(' ')}`);
  }
  const inFlight = (node: Node) =>
    balancer.upstreams.find(({ port }) => node.url.endsWith(`:${port}`))?.inFlight.size ?? 0;
  return { first, second, url: balancer.url, inFlight, stop };
}
