import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Finds one free loopback port for each name, trying the preferred one first and then those above it.
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
