import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '../../../local/ports.ts';
import { findNginx } from '../../../scripts/nginx.ts';

const shipped = join(import.meta.dirname, '../../../deploy/nginx/unstore.conf');

export type Nginx = { url: string; stop: () => Promise<void> };

/** The shipped configuration with other addresses and folders, and nothing else changed. */
async function configure(folder: string, shop: string, ports: { front: number; inside: number }): Promise<void> {
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
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp-${name};`,
  );
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { access_log off; ${temporary.join(' ')} include ${folder}/unstore.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), main);
}

/**
 * Starts nginx with the shipped configuration in front of a server, on a free port.
 *
 * @param shop host and port
 * @throws an Error that says why nothing was tested, where there is no nginx
 */
export async function startNginx(shop: string): Promise<Nginx> {
  const nginx = findNginx();
  if (!nginx) throw new Error('No nginx on this machine (package `nginx`): the cache in front was not tested.');
  const folder = await mkdtemp(join(tmpdir(), 'unstore-nginx-'));
  // Its workers run as somebody else.
  await chmod(folder, 0o755);
  const ports = await findAnyPorts('front', 'inside');
  await configure(folder, shop, ports);
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${ports.front}`;
  const answers = async () => (await fetch(url, { redirect: 'manual' }).catch(() => null)) !== null;
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
