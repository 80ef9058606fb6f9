import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quietly } from '../../deploy/edge/quietly.ts';
import { asShop, buildOnce, eachLine, type Shop } from './shop.ts';

const root = join(import.meta.dirname, '../..');
const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');

type Environment = Record<string, string>;

/** Builds the worker unless the last one was made from the same sources and services. */
export function buildEdge(environment: Environment): Promise<void> {
  return buildOnce('.open-next', environment, () =>
    spawn(process.execPath, [join(root, 'deploy/edge/build.ts')], {
      cwd: root,
      env: { ...process.env, ...environment, NEXT_DIST_DIR: '.next' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

type EdgeOptions = {
  port: number;
  /** What workerd keeps: pages, tags and the queue of pages to be made again. */
  dataDir: string;
  environment: Environment;
  onLine: (line: string) => void;
};

/** Serves the built worker in workerd. Nothing leaves this machine. */
export async function serveEdge({ port, dataDir, environment, onLine }: EdgeOptions): Promise<Shop> {
  await mkdir(dataDir, { recursive: true });
  const envFile = join(dataDir, 'worker.env');
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(envFile, lines.join(''), { mode: 0o600 });
  const options = {
    config: join(root, 'deploy/edge/wrangler.jsonc'),
    'env-file': envFile,
    'persist-to': dataDir,
    port: String(port),
    ip: '127.0.0.1',
    'inspector-port': '0',
    'show-interactive-dev-session': 'false',
  };
  const child = spawn(
    process.execPath,
    [wrangler, 'dev', '--local', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    { cwd: root, env: { ...process.env, ...quietly(root) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  eachLine(child, onLine);
  return asShop(port, child, 'Ready on');
}
