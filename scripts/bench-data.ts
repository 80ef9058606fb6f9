import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { urlAs } from '@unstore/local-supabase/database';
import { readOptions } from '@unstore/processes';
import postgres from 'postgres';
import { openBench } from './bench/database.ts';
import { measure, perSecond } from './bench/measure.ts';
import { queriesOf } from './bench/queries.ts';

/**
 * Measures the shop's queries on a million products, a million people and six million acquisitions, and writes the
 * table of docs/figures/data.md: `npm run bench:data -- [--scale 0.01] [--folder <kept data>] [--only <words>]`. Full
 * scale takes 15 GB of disk.
 */
const { values } = readOptions({
  options: {
    scale: { type: 'string', default: '1' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '../docs/figures/data.md') },
  },
});
const scale = Number(values.scale);
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'unstore-bench-')));
await mkdir(folder, { recursive: true });
const count = (amount: number) => Math.round(amount).toLocaleString('en');
const shown = (ms: number) => (ms < 10 ? ms.toFixed(1) : count(ms));

const bench = await openBench({
  folder,
  scale,
  keep: values.folder !== undefined,
  report: (line) => console.log(line),
});
try {
  const reader = postgres(urlAs(bench.url, 'supabase_admin'), { max: 1, onnotice: () => {} });
  const lines = (await queriesOf(reader, bench.cast)).filter(({ what }) => what.includes(values.only));
  await reader.end();
  const rows: string[] = [];
  for (const { what, target, calls, first = calls.slice(0, 1) } of lines) {
    // One connection per line, so that no line uses the cached plans of another.
    const sql = postgres(bench.url, { max: 1, onnotice: () => {} });
    const { least, p50, p95, kilobytes } = await measure(sql, calls, { first });
    await sql.end();
    const met = p95 <= target ? 'yes' : '**no**';
    rows.push(
      `| ${what} | ${shown(least)} | ${shown(p50)} / ${shown(p95)} | ≤ ${count(target)} | ${met} | ${shown(kilobytes)} |`,
    );
    console.log(rows.at(-1));
  }
  const summary = { as: bench.cast.admin, text: 'select admin_resumen(30)' };
  const rate = await perSecond(bench.url, summary, 16);
  const load = `${count(cpus().length)} cores, ${count(totalmem() / 2 ** 30)} GB of memory`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const text = `# Queries on ${count(1e6 * scale)} products

Made by \`npm run bench:data\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${load}, with ${count(1e6 * scale)} products,
${count(1e6 * scale)} people and ${count(6e6 * scale)} acquisitions, ${count(2e6 * scale)} of them sales of one creator. Each query is timed at the database, with
its own transaction and connection, as the role that the shop uses and under row level security, with many different arguments.
Times are in milliseconds; "least" is the fastest call.
Load average during the run: ${count(loadavg()[0] ?? 0)}.

| query | least | p50 / p95 | wanted p95 | met | kB |
|---|---|---|---|---|---|
${rows.join('\n')}

The figures for admins, requested by 16 connections at once: ${count(rate)} a second (wanted: 20).
`;
  if (!values.only) {
    await mkdir(dirname(values.out), { recursive: true });
    await writeFile(values.out, text);
  }
  console.log(text);
} finally {
  await bench.stop();
}
