import { writeBaseline } from './schema/baseline.ts';
import { findRelease } from './schema/release.ts';

const release = findRelease();
if (release) {
  console.error(`Databases were made with the migrations of ${release.tag}: \`npm run db:migration <name>\` adds one.`);
  process.exitCode = 1;
} else {
  await writeBaseline();
}
