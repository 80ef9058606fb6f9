import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const passForOthers = 0o001;

/**
 * PostgreSQL refuses to run as root and runs as a user of its own, who must be able to reach its program and its data.
 * Lets other users pass through the folders above a path, but not list them. Does nothing unless started as root.
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
