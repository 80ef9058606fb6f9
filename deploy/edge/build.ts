/** `npm run build:edge`: the shop as a worker for Cloudflare, in `.open-next`. */
import { spawn } from 'node:child_process';
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataHeaders, securityHeaders } from '../../lib/core/security/headers.mjs';
import { pageHeaders } from '../../lib/core/security/page-headers.mjs';
import { lend } from './edge.ts';
import { withHeaders } from './page-values.ts';
import { patchServer } from './patch-server.ts';
import { quietly } from './quietly.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, '.open-next');
const openNext = join(root, 'node_modules/@opennextjs/cloudflare/dist/cli/index.js');

async function bundle(): Promise<void> {
  const configs = ['-c', 'deploy/edge/wrangler.jsonc', '--openNextConfigPath', 'deploy/edge/open-next.config.ts'];
  const child = spawn(process.execPath, [openNext, 'build', ...configs], {
    cwd: root,
    env: { ...process.env, ...quietly(root), NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error('The worker could not be built.');
}

async function patch(): Promise<void> {
  const file = join(output, 'server-functions/default/handler.mjs');
  await writeFile(file, patchServer(await readFile(file, 'utf8')));
}

/** Puts the prerendered pages, with their policies, among the files that only the worker can read. */
async function keepPages(): Promise<void> {
  const place = join(output, 'assets/cdn-cgi/_next_cache');
  await mkdir(join(place, '..'), { recursive: true });
  await rename(join(output, 'cache'), place);
  for await (const file of glob('**/*.cache', { cwd: place })) {
    const path = join(place, file);
    await writeFile(path, JSON.stringify(await withHeaders(JSON.parse(await readFile(path, 'utf8')))));
  }
}

/** Files are sent without asking the worker, so they need their headers here. */
async function nameHeaders(): Promise<void> {
  const lines = (headers: Array<{ key: string; value: string }>) =>
    headers.map(({ key, value }) => `  ${key}: ${value}\n`).join('');
  await writeFile(
    join(output, 'assets/_headers'),
    `/*\n${lines([...securityHeaders, ...dataHeaders])}` +
      '/_next/static/*\n  cache-control: public, max-age=31536000, immutable\n',
  );
}

lend({ pageHeaders });
await bundle();
await patch();
await keepPages();
await nameHeaders();
