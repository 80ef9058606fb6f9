import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, findAnyPorts } from '@unstore/processes';
import { readSignatures } from '../../lib/safety/clamd.ts';

const places = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];

/** Path of the daemon of ClamAV, if any. */
export const findClamd = (): string | undefined => places.find((path) => existsSync(path));

export type Clamd = { url: string; stop: () => Promise<void> };

/**
 * A scanner for a test, whose only signature is the text `UNSTORE-TEST-MALWARE`.
 *
 * @param mostMegabytes its stream limit
 * @throws if ClamAV is not installed: a test that needs it must not pass without it
 */
export async function startClamd(mostMegabytes = 25): Promise<Clamd> {
  const command = findClamd();
  if (!command) throw new Error('This did not run: no clamd (node scripts/ensure-nightly.ts installs it).');
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  const { clamd: port } = await findAnyPorts('clamd');
  mkdirSync(join(folder, 'signatures'));
  const text = Buffer.from('UNSTORE-TEST-MALWARE').toString('hex');
  writeFileSync(join(folder, 'signatures/test.ndb'), `Unstore.Test:0:*:${text}\n`);
  const settings = [
    'Foreground yes',
    'User root',
    `DatabaseDirectory ${folder}/signatures`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `StreamMaxLength ${mostMegabytes}M`,
    `TemporaryDirectory ${folder}`,
  ];
  const file = join(folder, 'clamd.conf');
  const isRoot = process.getuid?.() === 0;
  writeFileSync(file, `${settings.filter((line) => isRoot || !line.startsWith('User')).join('\n')}\n`);
  const child = endWithParent(spawn(command, ['--config-file', file]));
  let output = '';
  child.stdout?.on('data', (part) => (output += part));
  child.stderr?.on('data', (part) => (output += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `tcp://127.0.0.1:${port}`;
  for (let tries = 0; !(await readSignatures(url).catch(() => null)); tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`clamd did not start: ${output}`);
    await wait(100);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
