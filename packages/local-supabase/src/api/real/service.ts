import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithParent, within } from '@unstore/processes';

export type Program = { command: string; args: string[]; cwd: string; env: Record<string, string> };
export type Service = { url: string; stop: () => Promise<void> };

/** A cold start compiles the sources of Storage. */
const patienceMs = 90_000;

const lastLines = async (log: string) => (await readFile(log, 'utf8')).split('\n').slice(-15).join('\n');

/** The environment of a service, without other variables of this process. */
const environmentOf = ({ env }: Program): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // In production, Storage writes https into its addresses.
  NODE_ENV: 'development',
  ...env,
});

/** Runs a program to its end; its output is part of the error if it fails. */
export async function runProgram(program: Program): Promise<void> {
  const { command, args, cwd } = program;
  const child = spawn(command, args, { cwd, env: environmentOf(program), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.slice(-2_000)}`);
}

/**
 * Starts a service and waits until it is healthy.
 *
 * @param options.health path that returns 200 once the service is healthy
 * @param options.log file of its output
 * @throws if it ends, or is not healthy in time, with the last lines of its output
 */
export async function startService(
  program: Program,
  { url, health, log }: { url: string; health: string; log: string },
): Promise<Service> {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const { command, args, cwd } = program;
  const child = endWithParent(
    spawn(command, args, { cwd, env: environmentOf(program), stdio: ['ignore', output, output] }),
  );
  closeSync(output);
  let failure: unknown;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || failure !== undefined;
  const stop = async () => {
    child.kill('SIGTERM');
    if (!(await within(1_000, exited))) child.kill('SIGKILL');
  };
  const isHealthy = () =>
    fetch(url + health).then(
      ({ ok }) => ok,
      () => false,
    );
  const end = Date.now() + patienceMs;
  while (!(await isHealthy())) {
    if (hasEnded() || Date.now() > end) {
      await stop();
      throw new Error(`${command} did not start:\n${await lastLines(log)}`, { cause: failure });
    }
    await delay(50);
  }
  return { url, stop };
}
