import { chmod, stat } from 'node:fs/promises';

/** Removes the rights of others to a file or folder, and keeps those of its group. Warns if only its owner may do this. */
export async function restrictPermissions(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o007) === 0) return;
  try {
    await chmod(path, mode & 0o7770);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    console.warn(`Other users have rights to ${path}, which belongs to somebody else: ask its owner for \`chmod o=\`.`);
  }
}
