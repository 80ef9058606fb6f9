import { describeDrift, findDrift } from './database/schema/drift.ts';
import { startScratch } from './database/schema/scratch.ts';

const scratch = await startScratch();
try {
  const drift = await findDrift(scratch.url);
  if (drift.length > 0) {
    console.error(`supabase/schemas and supabase/migrations describe two databases:\n${describeDrift(drift)}`);
    console.error('Change the schema files, then run `npm run db:migration <name>`.');
    process.exitCode = 1;
  } else {
    console.log('The migrations make what the schema files say.');
  }
} finally {
  await scratch.stop();
}
