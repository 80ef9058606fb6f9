/** @module-tag nightly */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Limit of the time to end everything after the shop has died, in milliseconds: a second on an idle machine. */
const bound = 30_000;

type Running = {
  start: ChildProcess;
  /** Its exit code; null if a signal ended it. */
  exited: Promise<number | null>;
  lines: Interface;
  shop: number;
  database: number;
  api: number;
  smtp: number;
  secret: string;
  env: Record<string, string>;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unstore-start-'));
  // PostgreSQL runs as a user of its own when the tests run as root.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The next line that begins so. */
function nextLine(lines: Interface, beginning: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith(beginning)) resolve(line);
    });
    lines.on('close', () => reject(new Error('the start has ended by itself')));
  });
}

async function start(): Promise<Running> {
  const process_ = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Listens from the beginning: a process may exit before its last output has been read.
  const exited = once(process_, 'exit').then(([code]) => code);
  // Among it a line for each call that a killed shop has left the API with.
  process_.stderr.resume();
  const lines = createInterface(process_.stdout);
  const first = await nextLine(lines, '{"shop"');
  return { start: process_, exited, lines, ...JSON.parse(first) };
}

/** Waits until a start has complained of something. */
const nextChunk = ({ stderr }: ChildProcess, part: string) =>
  new Promise<void>((resolve) => {
    stderr?.on('data', (chunk) => {
      if (String(chunk).includes(part)) resolve();
    });
  });

/** With what a start has ended by itself; null if it had not in time. */
async function exitCodeOf({ start: process_, exited }: Running): Promise<number | null> {
  const timer = setTimeout(() => process_.kill('SIGKILL'), bound);
  const code = await exited;
  clearTimeout(timer);
  return code;
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a local start', () => {
  it.each([1, 2])(
    'ends all processes soon after its busy shop is killed (%i of 2)',
    async () => {
      const running = await start();
      process.kill(running.shop, 'SIGKILL');
      expect(await exitCodeOf(running)).toBe(1);
      for (const port of [running.database, running.api, running.smtp]) expect(await isOpen(port)).toBe(false);
    },
    60_000,
  );

  it('reports a killed database within five seconds, and ends all processes', async () => {
    const running = await start();
    const [pid] = (await readFile(join(folder, 'database/postmaster.pid'), 'utf8')).split('\n');
    const said = nextChunk(running.start, 'PostgreSQL has ended');
    const killed = Date.now();
    process.kill(Number(pid), 'SIGKILL');
    await said;
    expect(Date.now() - killed).toBeLessThan(5_000);
    expect(await exitCodeOf(running)).toBe(1);
    await expect.poll(() => isAlive(running.shop)).toBe(false);
  }, 60_000);

  it('ends all processes on a signal', async () => {
    const running = await start();
    const stopped = nextLine(running.lines, '{"stopped"');
    running.start.kill('SIGTERM');
    expect(await exitCodeOf(running)).toBe(0);
    // The next start ends a server that has not stopped.
    expect(JSON.parse(await stopped)).toEqual({ stopped: true });
    for (const port of [running.database, running.api, running.smtp]) expect(await isOpen(port)).toBe(false);
    await expect.poll(() => isAlive(running.shop)).toBe(false);
    // Its number may soon be that of another process.
    for (const record of ['running', 'server']) expect(existsSync(join(folder, record))).toBe(false);
  }, 60_000);

  it('sets the address of each service, so that Next.js reads none from the file of a production shop', async () => {
    const { env, start: process_, exited } = await start();
    const example = await readFile(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const services = [...example.matchAll(/^([A-Z_]+_(?:URL|ENDPOINT))=/gm)].map(([, name]) => name);
    expect(services).toContain('REDIS_URL');
    expect(Object.keys(env)).toEqual(expect.arrayContaining(services));
    process_.kill('SIGTERM');
    expect(await exited).toBe(0);
  }, 60_000);

  it('calls the maintenance job repeatedly until it ends', async () => {
    const running = await start();
    const { start: process_, lines, secret } = running;
    for (let call = 0; call < 2; call += 1) {
      const job = JSON.parse(await nextLine(lines, '{"job"'));
      expect(job).toEqual({ job: 'POST', authorization: `Bearer ${secret}` });
    }
    process_.kill('SIGTERM');
    expect(await exitCodeOf(running)).toBe(0);
  }, 60_000);
});
