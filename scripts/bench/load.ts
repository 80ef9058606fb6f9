import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

/** A target with a body is sent it with POST. */
export type Target = { name: string; url: string; headers?: Record<string, string>; body?: string };
/** Requests each second, and milliseconds that half of the answers take at most. */
export type Load = { perSecond: number; p50: number };

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function press({ url, headers = {}, body }: Target, seconds: number): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const sent = body === undefined ? [] : ['-m', 'POST', '-b', body];
  const args = [autocannon, '--json', '-c', '16', '-d', String(seconds), ...named, ...sent, url];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 24 });
  const { requests, latency, non2xx, errors } = JSON.parse(stdout);
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers without the page, ${errors} errors`);
  return { perSecond: requests.average, p50: latency.p50 };
}

/**
 * Asks each target with 16 connections, one after the other, in rounds: what else the machine does meets all of them.
 *
 * @returns the medians of the rounds, by name
 */
export async function pressInRounds(targets: Target[], rounds: number, seconds: number): Promise<Map<string, Load>> {
  const found = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await press(target, 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) found.get(target.name)?.push(await press(target, seconds));
  }
  return new Map(
    [...found].map(([name, loads]) => [
      name,
      { perSecond: median(loads.map(({ perSecond }) => perSecond)), p50: median(loads.map(({ p50 }) => p50)) },
    ]),
  );
}
