import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Finds a free loopback port for each name: the preferred one, or the next one above it.
 *
 * @returns the ports by name, all different
 */
export async function findPorts<Name extends string>(preferred: Record<Name, number>): Promise<Record<Name, number>> {
  const taken = new Set<number>();
  const found = {} as Record<Name, number>;
  for (const name of Object.keys(preferred) as Name[]) {
    let port = preferred[name];
    while (taken.has(port) || !(await isFree(port))) port += 1;
    taken.add(port);
    found[name] = port;
  }
  return found;
}

/**
 * Finds arbitrary free loopback ports. The search begins at a random port below the ephemeral range, so that concurrent
 * commands do not find the same ones.
 */
export function findAnyPorts<Name extends string>(...names: Name[]): Promise<Record<Name, number>> {
  const preferred = Object.fromEntries(names.map((name) => [name, randomInt(12_000, 32_000)]));
  return findPorts(preferred as Record<Name, number>);
}
