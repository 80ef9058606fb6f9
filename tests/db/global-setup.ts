import { createPlatformDatabase, startScratch } from '@unstore/local-supabase/database';
import type { TestProject } from 'vitest/node';
import { migrateShop } from '../../local/project.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** Where mutation tests let each test file write the functions that it called. */
    callsFile?: string;
  }
}

/**
 * Starts one cluster for all test files, with the migrated database `plantilla` that each of them copies.
 * `TEST_CLUSTER` is the address of an existing one, also for the second of the two projects with this set-up.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_CLUSTER;
  if (given) {
    project.provide('databaseUrl', given);
    return;
  }
  const scratch = await startScratch();
  try {
    await migrateShop(await createPlatformDatabase(scratch.url, 'plantilla'));
  } catch (error) {
    await scratch.stop();
    throw error;
  }
  process.env.TEST_CLUSTER = scratch.url;
  project.provide('databaseUrl', scratch.url);
  return async () => {
    delete process.env.TEST_CLUSTER;
    await scratch.stop();
  };
}
