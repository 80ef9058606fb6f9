import { findFaults } from './database/schema/baseline.ts';
import { describeDrift, findDrift } from './database/schema/drift.ts';
import { findRelease } from './database/schema/release.ts';
import { startScratch } from './database/schema/scratch.ts';

/** Differences between the databases of migrations and schema files. A baseline has none by construction. */
async function compareDatabases(): Promise<string[]> {
  const scratch = await startScratch();
  try {
    const drift = await findDrift(scratch.url);
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
