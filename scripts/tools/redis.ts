import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { holdOnLeash } from '../../local/process/leash.ts';
import { findAnyPorts } from '../../local/process/ports.ts';

/** A Redis server of this machine, or Valkey, which speaks the same. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const names = ['redis-server', 'valkey-server'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** A Redis of its own for a test, which writes nothing to disk. */
export type Redis = {
  url: string;
  /** Stops answering, with its connections open. */
  hang: () => void;
  wake: () => void;
  /** Dies at once, with all that it knew. */
  kill: () => Promise<void>;
  /** Comes back on the same address, empty. */
  restart: () => Promise<void>;
};

/** @throws when there is no Redis on this machine: what needs one must not be taken for passed */
export async function startRedis(): Promise<Redis> {
  const command = findRedis();
  if (!command) throw new Error('This did not run: no redis-server (node scripts/ensure-servers.ts installs it).');
  const { redis: port } = await findAnyPorts('redis');
  let child: ChildProcess;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = holdOnLeash(spawn(command, args));
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
