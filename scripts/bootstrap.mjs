// Runs before `npm start`, `npm run dev` and `npm test` with any version of Node and without packages, so it uses only
// Node's modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const mark = join(root, 'node_modules/.installed-from');
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
  rmSync(mark, { force: true });
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(mark, wanted);
}
