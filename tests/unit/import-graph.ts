import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

/** The file behind an import of ours, or null for a package. */
function resolve(from: string, path: string): string | null {
  if (!/^(?:\.|@\/)/.test(path)) return null;
  const base = path.startsWith('@/') ? join(root, path.slice(2)) : join(dirname(from), path);
  const file = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
    (name) => /\.\w+$/.test(name) && existsSync(name),
  );
  if (!file) throw new Error(`${relative(root, from)} imports ${path}, which is no file`);
  return file;
}

/** Every file of ours that a file reaches by its imports, and every package. */
export function walk(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const found = resolve(file, fileName);
      if (found) files.add(found);
      else packages.add(fileName);
    }
  }
  return { files, packages };
}
