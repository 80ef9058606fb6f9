import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { routesOf } from '../lib/gates/pages.ts';
import { decisionTable, jobTable, limitTable, metricTable, settingsTable } from './generate/tables.ts';

// Generates the parts of files that repeat tables of the code, between `generated: <name>` and `end of generated`, and
// the archive of the agent. With `--check` it only fails if a file is stale.

const root = join(import.meta.dirname, '..');

/** One expression for the pages that nginx does not cache; each path includes its subpaths. */
function personalPages(): string[] {
  const names = routesOf(({ rendering }) => rendering === 'request').map((route) => route.slice(1));
  const roots = names.filter((name) => !names.some((other) => name.startsWith(`${other}/`)));
  const expressions = ['api', 'auth', ...roots].map((name) => name.replaceAll(/\[\w+\]/g, '.+'));
  return [`  "~^/(?:${expressions.join('|')})(?:/|$)" 1;`];
}

/** The lines of each block, by name. */
const blocks: Record<string, { file: string; lines: () => string[] }> = {
  'pages rendered for each request': { file: 'deploy/nginx/unstore.conf', lines: personalPages },
  jobs: { file: 'docs/architecture.md', lines: jobTable },
  limits: { file: 'docs/architecture.md', lines: limitTable },
  settings: { file: 'docs/production.md', lines: settingsTable },
  metrics: { file: 'docs/operations.md', lines: metricTable },
  decisions: { file: 'docs/decisions/README.md', lines: decisionTable },
};

/** The agent that creators download. A fixed date, so that the same files give the same archive. */
function agentArchive(): Uint8Array {
  const folder = join(root, 'packages');
  const names = globSync('server-agent/{README.md,package.json,src/*.ts}', { cwd: folder }).sort();
  const files: Zippable = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
  return zipSync(files, { mtime: new Date(2000, 0) });
}

const isCheck = process.argv.includes('--check');
function write(file: string, next: Uint8Array) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path).equals(next)) return;
  if (isCheck) {
    console.error(`${file} is stale: run \`npm run generate\`.`);
    process.exitCode = 1;
  } else writeFileSync(path, next);
}
for (const [name, { file, lines }] of Object.entries(blocks)) {
  const text = readFileSync(join(root, file), 'utf8');
  const start = text.indexOf(`generated: ${name}`);
  const end = text.indexOf('end of generated', start);
  if (start === -1 || end === -1) throw new Error(`${file} has no block "${name}"`);
  const [from, to] = [text.indexOf('\n', start) + 1, text.lastIndexOf('\n', end) + 1];
  write(file, Buffer.from(`${text.slice(0, from)}${lines().join('\n')}\n${text.slice(to)}`));
}
write('public/server-agent.zip', agentArchive());
