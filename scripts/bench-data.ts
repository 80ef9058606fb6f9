import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBench } from './bench/database.ts';

/**
 * Measures the queries of the shop on a million products, a million people and six million acquisitions:
 * `npm run bench:data -- [--scale 0.01] [--folder <kept data>]`. The whole size takes 15 GB of disk.
 */
const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, folder: { type: 'string' } },
});
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'unstore-bench-')));
await mkdir(folder, { recursive: true });
const bench = await openBench({
  folder,
  scale: Number(values.scale),
  keep: values.folder !== undefined,
  report: (line) => console.log(line),
});
try {
  console.log(bench.url, bench.cast);
} finally {
  await bench.stop();
}
