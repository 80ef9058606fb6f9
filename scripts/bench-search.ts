import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import { readOptions } from '@unstore/processes';
import postgres from 'postgres';
import { migrateShop } from '../local/project.ts';
import { openBench } from './bench/database.ts';
import { measureQuality } from './bench/search/quality.ts';
import { measureTimes } from './bench/search/timing.ts';

/**
 * Measures the relevance of the recorded queries: `npm run bench:search`. `-- --scale 1` also measures search times
 * among a million products; `--folder <kept data>` keeps the data for the next run.
 */
const { values } = readOptions({ options: { scale: { type: 'string' }, folder: { type: 'string' } } });

async function reportQuality(): Promise<void> {
  const scratch = await startScratch();
  const url = await createPlatformDatabase(scratch.url, 'busqueda');
  await migrateShop(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    console.log('| queries | number | first result right | precision at 5 |\n|---|---|---|---|');
    for (const { kind, queries, first, precision } of await measureQuality(sql))
      console.log(`| ${kind} | ${queries} | ${first.toFixed(3)} | ${precision.toFixed(3)} |`);
  } finally {
    await sql.end();
    await scratch.stop();
  }
}

async function reportTimes(scale: number): Promise<void> {
  const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'unstore-bench-')));
  await mkdir(folder, { recursive: true });
  const keep = values.folder !== undefined;
  const bench = await openBench({ folder, scale, keep, catalogueOnly: true, report: (line) => console.log(line) });
  const sql = postgres(bench.url, { max: 1, onnotice: () => {} });
  try {
    console.log('| search | calls | p50 ms | p95 ms | max ms |\n|---|---|---|---|---|');
    await measureTimes(sql, ({ kind, calls, p50, p95, max }) =>
      console.log(`| ${kind} | ${calls} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${max.toFixed(1)} |`),
    );
  } finally {
    await sql.end();
    await bench.stop();
  }
}

await reportQuality();
if (values.scale !== undefined) await reportTimes(Number(values.scale));
