import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shop } from '../../../local/shop.ts';

const root = join(import.meta.dirname, '../../..');
const built = '.next-e2e';

/** Serves the build of the tests as an image does: from a folder of its own, which holds everything that is needed. */
export async function serveStandalone(port: number): Promise<Shop> {
  execFileSync(process.execPath, [join(root, 'deploy/standalone.mjs')], {
    env: { ...process.env, NEXT_DIST_DIR: built },
  });
  // Packages are found above a folder: it must not lie in this one.
  const folder = await mkdtemp(join(tmpdir(), 'unstore-standalone-'));
  await cp(join(root, built, 'standalone'), folder, { recursive: true });
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: String(port), HOSTNAME: '0.0.0.0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      if (String(data).includes('Ready in')) resolve();
    });
    exited.then((code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    exited,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
