import { execFile, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findAnyPorts, whenReady } from '@unstore/processes';

type Place = { root: string; folder: string };
export type BareServer = { url: string; stop: () => Promise<void> };

const nextOf = (root: string) => join(root, 'node_modules/next/dist/bin/next');

const layout = 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n';
const page = (text: string) =>
  `export default () => <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(text)} }} />;\n`;

/** A page rendered per request with this number of elements. */
const askedPage = (elements: number) => `import { connection } from 'next/server';

export default async function Page() {
  await connection();
  return Array.from({ length: ${elements} }, (_, index) => <p key={index} className="text-muted">{index} plugin series</p>);
}
`;

/** A route that returns this many bytes of JSON for any request, and reads a body. */
const answerRoute = (bytes: number) => `export const dynamic = 'force-dynamic';
const text = JSON.stringify({ text: 'x'.repeat(${Math.max(0, bytes - 11)}) });
const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' };
const answer = async (request) => {
  if (request.method === 'POST') await request.json();
  return new Response(text, { headers });
};
export { answer as GET, answer as POST };
`;

/** The smallest middleware with a rewrite, as a site with several languages has. */
const gate = `import { NextResponse } from 'next/server';
export const config = { matcher: '/gated/:path*' };
export const middleware = (request) =>
  NextResponse.rewrite(new URL(request.nextUrl.pathname.slice('/gated'.length), request.url));
`;

/** Bytes that Next.js adds around the content, which occurs twice in a page. */
const frame = 5_000;

/** Text that compresses as badly as a page. */
function textOf(bytes: number): string {
  const words: string[] = [];
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const word = `<p>${(index * 2_654_435_761).toString(36)} plugin series evento</p>`;
    words.push(word);
    length += word.length;
  }
  return words.join('').slice(0, bytes);
}

type Sizes = Record<string, number>;

async function build({ root, folder }: Place, sizes: Sizes, { elements = 1, answerBytes = 100 } = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'app'), { recursive: true });
  await writeFile(join(folder, 'app/layout.jsx'), layout);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await writeFile(
    join(folder, 'next.config.mjs'),
    `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(root)} } };\n`,
  );
  await writeFile(join(folder, 'middleware.js'), gate);
  await writeFile(join(folder, 'instrumentation.js'), 'export function register() {}\n');
  for (const [name, bytes] of Object.entries(sizes)) {
    await mkdir(join(folder, 'app', name), { recursive: true });
    await writeFile(join(folder, 'app', name, 'page.jsx'), page(textOf(Math.max(100, (bytes - frame) / 2))));
  }
  await mkdir(join(folder, 'app/asked'));
  await writeFile(join(folder, 'app/asked/page.jsx'), askedPage(elements));
  await mkdir(join(folder, 'app/answer'));
  await writeFile(join(folder, 'app/answer/route.js'), answerRoute(answerBytes));
  await promisify(execFile)(process.execPath, [nextOf(root), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_DIST_DIR: undefined },
  });
}

async function serve({ root, folder }: Place): Promise<BareServer> {
  const { bare } = await findAnyPorts('bare');
  const child = spawn(process.execPath, [nextOf(root), 'start', '-H', 'localhost', '-p', String(bare)], {
    cwd: folder,
    env: {
      ...process.env,
      // Saves a tenth of a second per start.
      NODE_COMPILE_CACHE: join(folder, '.next/compile-cache'),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { stop } = await whenReady(child, 'Ready in', 'The bare app');
  return { url: `http://localhost:${bare}`, stop };
}

/**
 * The smallest Next.js app, as a baseline for a site: pages of plain text; `/asked`, which is rendered per request;
 * `/answer`, a route that returns JSON; and the same behind a middleware under `/gated`.
 *
 * @param place.root folder of the site, whose Next.js is used
 * @param place.folder folder of the app, inside `root`; it is replaced
 */
export const createBare = (place: Place) => ({
  /**
   * Builds it.
   *
   * @param sizes bytes of HTML per page name
   * @param options.elements number of elements of `/asked`
   * @param options.answerBytes size of `/answer`
   */
  build: (sizes: Sizes, options?: { elements?: number; answerBytes?: number }) => build(place, sizes, options),
  /** Serves the build with `next start`. */
  serve: () => serve(place),
});
