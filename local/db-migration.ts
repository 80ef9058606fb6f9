import { relative } from 'node:path';
import { startScratch } from '@unstore/local-supabase/database';
import { describeDrift, makeMigration } from '@unstore/local-supabase/schema';
import { shopFolders, shopRoot } from './project.ts';
import { findRelease } from './schema/release.ts';

const [name = ''] = process.argv.slice(2);
if (!findRelease()) {
  console.error('No release is tagged: `npm run db:baseline` makes the only migration from the schema files.');
  process.exit(1);
}
const scratch = await startScratch();
try {
  const { path, left, losses } = await makeMigration(scratch.url, {
    ...shopFolders,
    project: shopRoot,
    name,
    head: `-- Made from supabase/schemas by \`npm run db:migration ${name}\`.`,
  });
  if (path === undefined) {
    console.log('The migrations make already what the schema files say.');
  } else {
    console.log(`${relative(process.cwd(), path)} is written. Read it before you commit it.`);
    if (losses.length > 0) console.log(`It takes data away:\n${losses.map((line) => `  ${line.trim()}`).join('\n')}`);
    if (left.length > 0) {
      console.error(`It does not do everything; write the rest into it by hand:\n${describeDrift(left)}`);
      process.exitCode = 1;
    }
  }
} catch (error) {
  const { message, cause } = error as Error;
  console.error(cause instanceof Error ? `${message}\n${cause.message}` : message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}
