import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnyPorts } from '../../../local/process/ports.ts';
import { type Nginx, startNginx } from '../../../scripts/tools/nginx.ts';

const shipped = join(import.meta.dirname, '../../../deploy/nginx/unstore.conf');

/** The shipped configuration with other addresses and folders, and nothing else changed. */
async function configure(folder: string, shop: string, ports: { front: number; inside: number }): Promise<string> {
  let text = await readFile(shipped, 'utf8');
  const changes: Array<[from: string, to: string]> = [
    ['server 127.0.0.1:3000;', `server ${shop};`],
    ['listen 80;', `listen 127.0.0.1:${ports.front};`],
    ['127.0.0.1:3081', `127.0.0.1:${ports.inside}`],
    ['/var/cache/nginx/', `${folder}/`],
  ];
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${shipped} has no «${from}» any more`);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, 'unstore.conf'), text);
  return `include ${folder}/unstore.conf;`;
}

/**
 * Starts nginx with the shipped configuration in front of a server, on a free port.
 *
 * @param shop host and port
 * @throws an Error that says why nothing was tested, where there is no nginx
 */
export async function startShippedNginx(shop: string): Promise<Nginx> {
  const ports = await findAnyPorts('front', 'inside');
  return startNginx(ports.front, (folder) => configure(folder, shop, ports));
}
