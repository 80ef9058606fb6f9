import { startScratch } from '@unstore/local-supabase/database';
import { describeDrift, findDrift } from '@unstore/local-supabase/schema';
import { shopFolders } from './project.ts';
import { findFaults } from './schema/baseline.ts';
import { findRelease } from './schema/release.ts';

/** Differences between the databases of migrations and schema files. A baseline has none by construction. */
async function compareDatabases(): Promise<string[]> {
  const scratch = await startScratch();
  try {
    const drift = await findDrift(scratch.url, shopFolders);
    if (drift.length === 0) return [];
    return [`Schema files and migrations differ: run \`npm run db:migration <name>\`.\n${describeDrift(drift)}`];
  } finally {
    await scratch.stop();
  }
}

const release = findRelease();
const faults = await findFaults(release);
if (release && faults.length === 0) faults.push(...(await compareDatabases()));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log('The migrations make what the schema files say.');
