import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Copies the sources as they are now, committed or not, into a new folder that PostgreSQL's own user may pass through. */
export async function copySources(tree: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: 16_000_000 });
  const files = stdout.split('\0').filter(Boolean);
  await Promise.all([...new Set(files.map(dirname))].map((dir) => mkdir(join(tree, dir), { recursive: true })));
  await chmod(dirname(tree), 0o711);
  await Promise.all(
    files.map((file) =>
      copyFile(join(root, file), join(tree, file)).catch((error: NodeJS.ErrnoException) => {
        // Deleted, and not committed yet.
        if (error.code !== 'ENOENT') throw error;
      }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
}
