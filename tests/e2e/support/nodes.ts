import { findAnyPorts, startBalancer } from '@unstore/processes';
import type { Shop as Node } from '../../../local/shop/shop.ts';
import { serveStandalone } from './standalone.ts';

/**
 * Serves the tested build from two more processes, as images do, with a shared Redis, behind a proxy.
 *
 * @param onLine called with each line of the nodes' output
 */
export async function startNodes(redisUrl: string, onLine: (line: string) => void = () => {}) {
  const ports = await findAnyPorts('proxy', 'first', 'second');
  const balancer = await startBalancer(ports.proxy, [ports.first, ports.second]);
  const environment = {
    SITE_URL: balancer.url,
    REDIS_URL: redisUrl,
    TRUSTED_PROXIES: '1',
    ADDRESS_LIMIT_FACTOR: '1',
    LOG_LEVEL: 'warn',
  };
  const started = await Promise.allSettled(
    [ports.first, ports.second].map((port) => serveStandalone(port, environment, onLine)),
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
