// Completes a build with NEXT_OUTPUT=standalone: copies static files into its folder.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = process.env.NEXT_DIST_DIR ?? '.next';
const standalone = join(root, built, 'standalone');
if (!existsSync(join(standalone, 'server.js'))) {
  console.error(`${standalone} has no server: build with NEXT_OUTPUT=standalone.`);
  process.exit(1);
}
// Next.js has copied them. The server gets its variables from its environment, and a release contains no secrets.
for (const name of ['.env', '.env.production']) rmSync(join(standalone, name), { force: true });
cpSync(join(root, built, 'static'), join(standalone, built, 'static'), { recursive: true });
cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
cpSync(join(root, 'deploy/job.mjs'), join(standalone, 'job.mjs'));
