import { join } from 'node:path';
import { within } from '@unstore/processes';
import { type ApiOptions, startApi } from './api/start-api.ts';
import { migrate } from './database/migrate.ts';
import { prepareCluster, preparePlatform } from './database/platform.ts';
import { startDatabase } from './database/start-database.ts';
import { type Keys, loadKeys } from './keys.ts';

export type SupabaseOptions = Omit<ApiOptions, 'databaseUrl' | 'storageDir' | 'port' | 'keys'> & {
  /** Folder of the database, the files and the keys. */
  dataDir: string;
  ports: { api: number; database: number };
  /** Folder of the migrations, named `<14 digits>_<name>.sql` as by the Supabase CLI. */
  migrations?: string | undefined;
  /** By default those of the data folder, generated on the first start. */
  keys?: Keys | undefined;
  /** False disables fsync, for disposable test data: a crash may lose the last commits. */
  durable?: boolean | undefined;
  onProgress?: ((message: string) => void) | undefined;
};

export type Supabase = {
  /** Address of REST, Auth and Storage. */
  url: string;
  /** Address of the database for `postgres`, who owns it and is not a superuser. */
  databaseUrl: string;
  keys: Keys;
  /** Kills the database, and restarts it and the API. */
  crashDatabase: () => Promise<void>;
  isDatabaseRunning: () => Promise<boolean>;
  stop: () => Promise<void>;
};

/** Grace period of the API at the end, in milliseconds. */
const patience = 700;

/**
 * Starts a Supabase project on the loopback interface: PostgreSQL with the roles, schemas and grants of a hosted project,
 * its pending migrations, and REST, Auth and Storage in front of it.
 *
 * @throws `OtherData` if the data folder belongs to another version or set-up
 */
export async function startSupabase(options: SupabaseOptions): Promise<Supabase> {
  const { dataDir, ports, migrations, durable = true, onProgress = () => {}, ...apiOptions } = options;
  const keys = options.keys ?? (await loadKeys(dataDir));
  onProgress('Starting PostgreSQL');
  const database = await startDatabase({
    dataDir: join(dataDir, 'database'),
    port: ports.database,
    password: keys.databasePassword,
    durable,
  });
  try {
    await prepareCluster(database.url);
    await preparePlatform(database.url);
    onProgress('Migrating the database');
    if (migrations) await migrate(database.url, migrations);
    onProgress('Starting the API');
    const startOwnApi = () =>
      startApi({
        ...apiOptions,
        databaseUrl: database.url,
        storageDir: join(dataDir, 'storage'),
        port: ports.api,
        keys,
      });
    let api = await startOwnApi();
    return {
      url: api.url,
      databaseUrl: database.url,
      keys,
      // The hosted API reconnects to its database; this one keeps dead connections.
      crashDatabase: async () => {
        await database.crash();
        await api.stop();
        api = await startOwnApi();
      },
      isDatabaseRunning: database.isRunning,
      // The API may still write to the database.
      stop: async () => {
        await within(patience, api.stop());
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
