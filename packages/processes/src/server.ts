import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from './within.ts';

/** Calls `onLine` with each line of output. */
export function eachLine(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim()) onLine(line);
    });
  }
}

export type Server = { pid: number; stop: () => Promise<void>; exited: Promise<number | null> };

/**
 * Waits until a child process has printed that it is ready.
 *
 * @param name of the server in messages
 * @throws with its output if it ends instead
 */
export async function whenReady(child: ChildProcess, readyText: string, name = 'The server'): Promise<Server> {
  const lines: string[] = [];
  const isReady = new Promise<void>((resolve) => {
    eachLine(child, (line) => {
      lines.push(line);
      if (line.includes(readyText)) resolve();
    });
  });
  // Wait for the exit of the process, not for its output to close: a child may keep it open.
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await Promise.race([
    isReady,
    exited.then(() => {
      throw new Error(`${name} did not start:\n${lines.join('\n')}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    exited,
    // A server that writes its compile cache takes seconds to end.
    stop: async () => {
      child.kill('SIGTERM');
      if (!(await within(10_000, exited))) child.kill('SIGKILL');
    },
  };
}

export type RunningServer = {
  /** Kills the process and restarts it after this number of milliseconds. */
  crash: (downMs: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a server that restarts after a kill. */
export async function keepRunning(start: () => Promise<Server>): Promise<RunningServer> {
  let server = await start();
  return {
    crash: async (downMs) => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await delay(downMs);
      server = await start();
    },
    stop: () => server.stop(),
  };
}
