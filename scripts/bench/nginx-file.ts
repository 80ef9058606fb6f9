import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { type Nginx, startNginx } from '../tools/nginx.ts';

/** Starts an nginx that serves one text as a file. */
export async function serveFile(html: string): Promise<Nginx> {
  const { port } = await findAnyPorts('port');
  const nginx = await startNginx(port, async (folder) => {
    await writeFile(join(folder, 'page.html'), html);
    return `sendfile on; server { listen 127.0.0.1:${port}; root ${folder}; default_type text/html; }`;
  });
  return { ...nginx, url: `${nginx.url}/page.html` };
}
