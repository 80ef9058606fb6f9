import { writeFile } from 'node:fs/promises';
import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import { migrateShop } from './project.ts';
import { makeTypes, typesFile } from './schema/types.ts';

// Writes the types of a database that has only the migrations.
const scratch = await startScratch();
try {
  const url = await createPlatformDatabase(scratch.url, 'tipos');
  await migrateShop(url);
  await writeFile(typesFile, await makeTypes(url));
} finally {
  await scratch.stop();
}
