import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, prepareCluster, preparePlatform, startDatabase, urlAs } from '@unstore/local-supabase/database';
import { findAnyPorts } from '@unstore/processes';
import postgres from 'postgres';
import { migrateShop } from '../../local/project.ts';
import { type Cast, loadData } from './load-data.ts';

/**
 * Starts a PostgreSQL cluster with the data of the benchmark. An existing folder is reused, and its missing migrations
 * are applied.
 *
 * @param options.folder folder of the cluster
 * @param options.scale 1 for a million products
 * @param options.keep keeps the folder for the next run
 * @param options.catalogueOnly leaves out buyers and their activity
 */
export async function openBench(options: {
  folder: string;
  scale: number;
  keep: boolean;
  catalogueOnly?: boolean;
  report: (line: string) => void;
}): Promise<{ url: string; cast: Cast; stop: () => Promise<void> }> {
  const { folder, scale, keep, catalogueOnly = false, report } = options;
  const { database: port } = await findAnyPorts('database');
  const cluster = await startDatabase({ dataDir: join(folder, 'cluster'), port, password: 'prueba', durable: false });
  const stop = async () => {
    await cluster.stop();
    if (!keep) await rm(folder, { recursive: true, force: true });
  };
  try {
    const note = join(folder, 'cast.json');
    const known = await readFile(note, 'utf8').then(JSON.parse, () => undefined);
    if (known && known.scale !== scale) throw new Error(`${folder} holds data of scale ${known.scale}.`);
    if (!known) {
      await prepareCluster(cluster.url);
      const admin = postgres(urlAs(cluster.url, 'supabase_admin'), { max: 1, onnotice: () => {} });
      await admin.unsafe('drop database if exists banco');
      await admin.end();
      await preparePlatform(await copyDatabase(cluster.url, 'template1', 'banco'));
    }
    const url = cluster.url.replace(/postgres$/, 'banco');
    await migrateShop(url);
    const cast: Cast = known?.cast ?? (await loadData(url, scale, report, { catalogueOnly }));
    await writeFile(note, JSON.stringify({ scale, cast }));
    return { url, cast, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
