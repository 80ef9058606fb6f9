import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { endWithParent, findAnyPorts } from '@unstore/processes';

/** Path of a Redis or Valkey server. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const names = ['redis-server', 'valkey-server'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** A separate Redis for a test, without persistence. */
export type Redis = {
  url: string;
  /** Stops responding, but keeps its connections open. */
  hang: () => void;
  wake: () => void;
  /** Dies at once and loses its data. */
  kill: () => Promise<void>;
  /** Restarts empty at the same address. */
  restart: () => Promise<void>;
};

/** @throws if Redis is not installed: a test that needs it must not pass without it */
export async function startRedis(): Promise<Redis> {
  const command = findRedis();
  if (!command) throw new Error('This did not run: no redis-server (node scripts/ensure-servers.ts installs it).');
  const { redis: port } = await findAnyPorts('redis');
  let child: ChildProcess;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = endWithParent(spawn(command, args));
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        if (/Ready to accept connections/.test(text)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('Redis ended before it was ready')));
    });
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
    restart: start,
  };
}
