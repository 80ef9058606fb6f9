import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const passForOthers = 0o001;

/**
 * Lets other users traverse, but not list, the folders above a path. PostgreSQL refuses to run as root, and its own
 * user must reach its programs and data. Does nothing unless started as root.
 */
export async function makePassable(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if (mode & passForOthers) continue;
    console.log(`  Letting PostgreSQL's own user pass through ${folder}`);
    await chmod(folder, mode | passForOthers);
  }
}
