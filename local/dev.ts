import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { claimDataDir } from './lock.ts';
import { findPorts } from './ports.ts';
import { preferredPorts, startStack } from './stack.ts';

const root = join(import.meta.dirname, '..');
const dataDir = process.env.UNSTORE_DATA ?? join(root, '.data/shop');

/** The stack of `npm start` with Next's development server, which reloads on changes. */
async function main() {
  await claimDataDir(dataDir);
  const ports = await findPorts(preferredPorts);
  const stack = await startStack({ dataDir, ports, artDir: join(root, '.data/artwork'), onProgress: console.log });
  const next = spawn(
    process.execPath,
    [join(root, 'node_modules/next/dist/bin/next'), 'dev', '-H', 'localhost', '-p', String(ports.shop)],
    { cwd: root, env: { ...process.env, ...stack.env }, stdio: 'inherit' },
  );
  console.log(`  Mailbox ${stack.mailboxUrl}`);
  process.on('SIGINT', () => next.kill('SIGINT'));
  next.on('close', async () => {
    await stack.stop();
    process.exit(0);
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
