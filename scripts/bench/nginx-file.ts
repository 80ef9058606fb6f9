import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '../../local/ports.ts';
import { findNginx } from '../nginx.ts';

/** An nginx that serves one text as a file. */
export async function serveFile(html: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const nginx = findNginx();
  if (!nginx) throw new Error('No nginx on this machine (package `nginx-light`).');
  const folder = await mkdtemp(join(tmpdir(), 'unstore-file-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'page.html'), html);
  const { port } = await findAnyPorts('port');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp-${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; events { worker_connections 256; }
    http { access_log off; sendfile on; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; default_type text/html; } }`,
  );
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/page.html`;
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
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
