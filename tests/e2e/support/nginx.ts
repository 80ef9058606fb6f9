import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { type Nginx, startNginx } from '../../../scripts/tools/nginx.ts';

const shipped = join(import.meta.dirname, '../../../deploy/nginx/unstore.conf');

/** Writes the shipped configuration with other addresses and folders. */
async function configure(folder: string, nodes: string[], port: number): Promise<string> {
  let text = await readFile(shipped, 'utf8');
  const [node = 'server 127.0.0.1:3000'] = /^ *server 127\.0\.0\.1:3000\b.*$/m.exec(text) ?? [];
  const changes: Array<[from: string, to: string]> = [
    [node, nodes.map((each) => node.replace('127.0.0.1:3000', each)).join('\n')],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/cache/nginx/', `${folder}/`],
    ['root /etc/nginx/unstore;', `root ${join(shipped, '..')};`],
  ];
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${shipped} has no «${from}» any more`);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, 'unstore.conf'), text);
  return `include ${folder}/unstore.conf;`;
}

/**
 * Starts nginx with the shipped configuration in front of the shop's nodes, on a free port.
 *
 * @param nodes host and port of each
 * @throws an Error that explains why nothing was tested if nginx is missing
 */
export async function startShippedNginx(...nodes: string[]): Promise<Nginx> {
  const { front } = await findAnyPorts('front');
  return startNginx(front, (folder) => configure(folder, nodes, front));
}
