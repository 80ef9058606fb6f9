import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

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

/** Every file of ours that the middleware reaches, and every package. */
function walk(entry: string): { files: Set<string>; packages: Set<string> } {
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

const { files, packages } = walk(join(root, 'middleware.ts'));
const named = [...files].map((file) => relative(root, file));

it('the middleware is followed to the end', () => {
  expect(named).toEqual(expect.arrayContaining(['lib/core/env.ts', 'lib/gates/kept-page.ts', 'lib/status/server.ts']));
  expect(packages).toContain('@supabase/supabase-js');
});

it('the middleware reaches no module of Node', () => {
  expect([...packages].filter((name) => isBuiltin(name))).toEqual([]);
});

it('the middleware uses no global of Node but the environment', () => {
  const nodeGlobal = /\b(?:Buffer|setImmediate|__dirname|__filename|require|process\.(?!env\b)\w+)\b/;
  const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
  expect([...files].filter((file) => nodeGlobal.test(code(file))).map((file) => relative(root, file))).toEqual([]);
});
