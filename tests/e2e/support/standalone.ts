import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachLine } from '@unstore/processes';
import { asShop, compiledIn, type Shop } from '../../../local/shop/shop.ts';

const root = join(import.meta.dirname, '../../..');
const built = '.next-e2e';

type Options = [environment?: Record<string, string>, onLine?: (line: string) => void];

/** Copies the tested build into a separate folder with the same files as an image. */
export async function unpackStandalone(): Promise<string> {
  execFileSync(process.execPath, [join(root, 'deploy/standalone.mjs')], {
    env: { ...process.env, NEXT_DIST_DIR: built },
  });
  // Node resolves packages in parent folders, so it must not be inside the repository.
  const folder = await mkdtemp(join(tmpdir(), 'unstore-standalone-'));
  await cp(join(root, built, 'standalone'), folder, { recursive: true });
  return folder;
}

/**
 * Starts the server of a folder of `unpackStandalone` as an image does, and waits until it is ready.
 *
 * @param onLine called with each line of output
 */
export function startStandalone(
  folder: string,
  port: number,
  ...[environment = { LOG_LEVEL: 'warn' }, onLine = () => {}]: Options
): Promise<Shop> {
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...process.env, ...compiledIn(folder), ...environment, PORT: String(port), HOSTNAME: 'localhost' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  eachLine(child, onLine);
  return asShop(port, child, 'Ready in');
}

/** Serves the tested build as an image does, until stopped. */
export async function serveStandalone(port: number, ...options: Options): Promise<Shop> {
  const folder = await unpackStandalone();
  const shop = await startStandalone(folder, port, ...options);
  const stop = async () => {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...shop, stop };
}
