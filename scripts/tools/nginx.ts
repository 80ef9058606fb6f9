import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** Path of the machine's nginx, if any. */
export const findNginx = (): string | undefined => places.find((path) => existsSync(path));

export type Nginx = { url: string; stop: () => Promise<void> };

/**
 * Starts nginx in a new folder, which is removed when nginx stops.
 *
 * @param port its port on this machine
 * @param configure writes its files into the folder and returns the content of its `http` block
 * @throws an Error with the reason if nginx is missing or does not start
 */
export async function startNginx(port: number, configure: (folder: string) => Promise<string>): Promise<Nginx> {
  const nginx = findNginx();
  if (!nginx) throw new Error('No nginx on this machine (package `nginx`): what needs it did not run.');
  const folder = await mkdtemp(join(tmpdir(), 'unstore-nginx-'));
  // The workers run as another user.
  await chmod(folder, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp-${name};`,
  );
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { access_log off; ${temporary.join(' ')} ${await configure(folder)} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
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
