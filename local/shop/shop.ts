import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eachLine, endWithParent, whenReady } from '@unstore/processes';
import { fingerprint } from './fingerprint.ts';

const root = join(import.meta.dirname, '../..');
const next = join(root, 'node_modules/next/dist/bin/next');

type Environment = Record<string, string>;

type Mode = 'production' | 'development';

function run(args: string[], environment: Environment, onLine: (line: string) => void, mode: Mode): ChildProcess {
  const child = endWithParent(
    spawn(process.execPath, [next, ...args], {
      cwd: root,
      env: { ...process.env, ...environment, NODE_ENV: mode },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  eachLine(child, onLine);
  return child;
}

/** Builds into a folder unless its last build has the same fingerprint. */
async function buildOnce(folder: string, environment: Environment, build: () => ChildProcess): Promise<void> {
  const markFile = join(root, folder, 'built-from');
  const mark = await fingerprint(environment);
  if ((await readFile(markFile, 'utf8').catch(() => '')) === mark) return;
  const lines: string[] = [];
  const child = build();
  eachLine(child, (line) => lines.push(line));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The build failed:\n${lines.join('\n')}`);
  await writeFile(markFile, mark);
}

/** Builds the shop unless the last build has the same fingerprint. */
export function buildShop(environment: Environment, onLine: (line: string) => void): Promise<void> {
  const folder = environment.NEXT_DIST_DIR ?? '.next';
  return buildOnce(folder, environment, () => run(['build'], environment, onLine, 'production'));
}

export type Shop = { url: string; pid: number; stop: () => Promise<void>; exited: Promise<number | null> };

/** Resolves once a server has printed that it is ready. */
export async function asShop(port: number, child: ChildProcess, readyText: string): Promise<Shop> {
  return { url: `http://localhost:${port}`, ...(await whenReady(child, readyText, 'The shop')) };
}

type Serve = (port: number, environment: Environment, onLine: (line: string) => void) => Promise<Shop>;

/**
 * Persists Node's compile cache, which saves a tenth of a second per start.
 *
 * @param folder of the build; a new build removes the cache
 */
export const compiledIn = (folder: string): Environment => ({ NODE_COMPILE_CACHE: join(folder, 'compile-cache') });

/**
 * Starts a Next.js server and waits until it is ready. It listens on the name `localhost`: with an address, Next.js
 * would treat the language rewrite as external and proxy to itself endlessly.
 */
function serveWith(command: 'start' | 'dev', mode: Mode): Serve {
  return async (port, environment, onLine) => {
    const folder = join(root, environment.NEXT_DIST_DIR ?? '.next');
    const compiled = mode === 'production' ? compiledIn(folder) : {};
    const child = run([command, '-H', 'localhost', '-p', String(port)], { ...compiled, ...environment }, onLine, mode);
    return asShop(port, child, 'Ready in');
  };
}

/** Serves the production build. */
export const serveShop = serveWith('start', 'production');

/** Serves the sources with hot reload. */
export const serveDevelopment = serveWith('dev', 'development');
