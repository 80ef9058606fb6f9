import { join } from 'node:path';
import { migrate } from '@unstore/local-supabase/database';

/** The folder of the shop, which is the Supabase project as well. */
export const shopRoot = join(import.meta.dirname, '..');

export const shopConfig = join(shopRoot, 'supabase/config.toml');

/** The schema files, which define each object once, and the migrations made from them. */
export const shopFolders = {
  schemas: join(shopRoot, 'supabase/schemas'),
  migrations: join(shopRoot, 'supabase/migrations'),
};

/** Applies the pending migrations of the shop. */
export const migrateShop = (databaseUrl: string) => migrate(databaseUrl, shopFolders.migrations);
