import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { startStack } from '../local/shop/stack.ts';

// The first build of a shop may find an empty database or an unavailable API. Only the pages that call the API during
// the build are built here, which takes a third of the time.
const root = join(import.meta.dirname, '..');
const dataDir = join(root, '.data/empty-build');
const distDir = '.next-empty';
const shop = 'app/[locale]/(shop)';
const pages = [
  `${shop}/page.tsx`,
  `${shop}/p/[slug]/page.tsx`,
  `${shop}/account/[display_name]/page.tsx`,
  `${shop}/[category]/desde/[after]/page.tsx`,
].join(',');

async function build(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/next/dist/bin/next'), 'build', '--debug-build-paths', pages],
    { cwd: root, env: { ...process.env, ...env, NODE_ENV: 'production', NEXT_DIST_DIR: distDir } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

/** Status of each rendered path. */
async function rendered(): Promise<Array<[path: string, status: number]>> {
  const { routes } = JSON.parse(await readFile(join(root, distDir, 'prerender-manifest.json'), 'utf8')) as {
    routes: Record<string, unknown>;
  };
  const paths = Object.keys(routes).filter((path) => /^\/(?:es|en)(?:\/|$)/.test(path));
  return Promise.all(
    paths.map(async (path) => {
      const meta = JSON.parse(await readFile(join(root, distDir, `server/app${path}.meta`), 'utf8'));
      return [path, meta.status ?? 200] as [string, number];
    }),
  );
}

const problems: string[] = [];
await rm(dataDir, { recursive: true, force: true });
const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp');
const stack = await startStack({ dataDir, ports, durable: false, withGoods: false });
try {
  const empty = await build(stack.env);
  if (empty.code !== 0) problems.push(`An empty shop cannot be built:\n${empty.output}`);
  else {
    const pagesOfNothing = (await rendered()).filter(([path]) => path.includes('/__'));
    if (pagesOfNothing.length !== 12) problems.push(`${pagesOfNothing.length} pages of nothing, not 12`);
    for (const [path, status] of pagesOfNothing) if (status !== 404) problems.push(`${path} is ${status}`);
  }
} finally {
  await stack.stop();
}

const broken = createServer((_, response) => {
  response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"out of order"}');
});
await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
const { port } = broken.address() as AddressInfo;
const failed = await build({ ...stack.env, SUPABASE_URL: `http://127.0.0.1:${port}` });
broken.close();
if (failed.code === 0) problems.push('A build without an API succeeds: it holds a shop without goods.');
if (!/query failed: .*out of order/.test(failed.output))
  problems.push(`It does not say what failed:\n${failed.output}`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log('The shop builds without goods, and says what failed without an API.');
