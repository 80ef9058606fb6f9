import { relative } from 'node:path';
import { squashMigrations } from './schema/baseline.ts';
import { findRelease } from './schema/release.ts';

const [name = ''] = process.argv.slice(2);
const release = findRelease();
if (!release || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('After the first release: `npm run db:squash <name>`, with a name in words such as `add_gift_cards`.');
  process.exitCode = 1;
} else {
  const path = await squashMigrations(release, name);
  console.log(
    path ? `${relative(process.cwd(), path)} has all migrations since ${release.tag}.` : 'Nothing to squash.',
  );
}
