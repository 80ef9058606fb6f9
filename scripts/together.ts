import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Runs a script of package.json and prints its output after it ends, so that outputs do not interleave. */
async function run(script: string): Promise<number> {
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, shell: process.platform === 'win32' });
  const began = performance.now();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${said}${code === 0 ? 'ok    ' : 'FAILED'} ${script}, ${seconds} s\n`);
  return code;
}

/** Runs scripts of package.json in parallel. Fails if one of them fails. */
const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
