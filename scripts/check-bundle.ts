import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const browserFiles = '.next-e2e/static/**/*.{js,css,map}';

// Names of server-only variables and patterns of keys that no file served to browsers may contain.
const forbidden = [
  /SUPABASE_(SECRET|PUBLISHABLE)_KEY/,
  /STRIPE_(SECRET|WEBHOOK)/,
  /CRON_SECRET/,
  /sb_(secret|publishable)_\w/,
  /sk_(test|live)_\w/,
  /whsec_\w/,
  /@supabase\//,
];

// APIs missing in the oldest browsers that Next.js targets (Safari 16.4, Chrome 111), for which no build has a
// polyfill.
const tooNew = [
  /AbortSignal\.any\(/,
  /\b(?:Object|Map)\.groupBy\(/,
  /Promise\.(?:withResolvers|try)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|toArray|forEach)\(/,
  /\bIterator\.from\(|\bRegExp\.escape\(/,
];
const { polyfillFiles } = JSON.parse(await readFile(join(root, '.next-e2e/build-manifest.json'), 'utf8'));

let files = 0;
const faults: string[] = [];
for await (const file of glob(browserFiles, { cwd: root })) {
  files += 1;
  const text = await readFile(join(root, file), 'utf8');
  const isPolyfill = polyfillFiles.some((name: string) => file.endsWith(name));
  for (const pattern of isPolyfill ? forbidden : [...forbidden, ...tooNew])
    if (pattern.test(text)) faults.push(`${file} contains ${pattern}`);
}
if (files === 0) faults.push(`nothing was built: no file matches ${browserFiles}`);

/**
 * Bytes of the compressed scripts of a bare Next.js 16.4.6 page: those named in the HTML of
 * `packages/web-bench/src/bare.ts`, counted as below. Measure it again after an upgrade of Next.js
 * (`npm run bench:pages`).
 */
const bareScripts = 134_904;

/** Limits of a page in bytes: HTML, compressed HTML, compressed scripts. */
const most = { raw: 180_000, gzip: 32_000, scripts: 1.2 * bareScripts };
const kinds = ['{es,en}/p/*.html', '{es,en}.html', '{es,en}/{plugins,series,dlcs,events}.html'];
const built = join(root, '.next-e2e/server/app');
let heaviest = '';

const sizes = new Map<string, Promise<number>>();
function sizeOf(file: string): Promise<number> {
  const known = sizes.get(file) ?? readFile(join(root, '.next-e2e', file)).then((bytes) => gzipSync(bytes).length);
  sizes.set(file, known);
  return known;
}

/** Bytes of the scripts that a current browser loads for a page; `nomodule` scripts are left out. */
async function scriptsOf(html: string): Promise<number> {
  const named = html.match(/<script(?![^>]*nomodule)[^>]* src="\/_next\/static\/[^"]*\.js"/gi) ?? [];
  const files = new Set(named.map((tag) => tag.replace(/^.*"\/_next\/|"$/g, '')));
  return (await Promise.all([...files].map(sizeOf))).reduce((sum, size) => sum + size, 0);
}

for (const pages of kinds) {
  const found: Array<{ page: string; raw: number; gzip: number; scripts: number }> = [];
  for await (const page of glob(pages, { cwd: built })) {
    const html = await readFile(join(built, page), 'utf8');
    found.push({
      page,
      raw: Buffer.byteLength(html),
      gzip: gzipSync(html).length,
      scripts: await scriptsOf(html),
    });
  }
  if (found.length === 0) faults.push(`no page was prerendered as ${pages}`);
  const tooLarge = found.filter(
    ({ raw, gzip, scripts }) => raw > most.raw || gzip > most.gzip || scripts === 0 || scripts > most.scripts,
  );
  if (tooLarge[0]) {
    const { page, raw, gzip, scripts } = tooLarge[0];
    faults.push(
      `${tooLarge.length} of ${found.length} pages as ${pages} break a limit: ${page} has ${raw} bytes (at most ${most.raw}), ` +
        `${gzip} compressed (at most ${most.gzip}), scripts ${scripts} (at most ${Math.floor(most.scripts)})`,
    );
  }
  const [first] = found.sort((a, b) => b.raw - a.raw);
  if (first) heaviest += `\n${first.page}: ${first.raw} bytes, ${first.gzip} compressed, scripts ${first.scripts}`;
}
// Next.js lists the middleware of the edge sandbox here; a middleware compiled for Node is not listed.
const edge = JSON.parse(await readFile(join(root, '.next-e2e/server/middleware-manifest.json'), 'utf8'));
if (!edge.middleware['/']) faults.push('middleware.ts was not compiled for the edge runtime');

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(
  `${files} browser files hold no secret, no backend client and nothing too new; the heaviest pages:${heaviest}`,
);
