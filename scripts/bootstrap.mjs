// Runs before `npm start` and `npm test` on whatever Node the machine has, so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = join(root, 'node_modules');
const mark = join(modules, '.installed-from');
/** Written by npm when everything is there. */
const markOfNpm = join(modules, '.package-lock.json');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`UnStore needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('  Installing packages (once; about a minute)');
  // npm takes every folder with a package.json for an installed package, also what a killed installation has left of one.
  if (!existsSync(mark) && !existsSync(markOfNpm)) rmSync(modules, { recursive: true, force: true });
  for (const written of [mark, markOfNpm]) rmSync(written, { force: true });
  // Not `npm ci`, which refuses a lock file if it lacks the binaries of some platform.
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(mark, wanted);
}
