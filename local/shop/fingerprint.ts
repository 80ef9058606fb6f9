import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

const sources = [
  '{app,components,lib,messages}/**/*.{ts,tsx,mjs,css,json,woff2,svg,png,ico}',
  'content/**/*.md',
  'public/**/*.*',
  '{middleware,instrumentation}.ts',
  'next.config.ts',
  'package-lock.json',
];

/** Removes the port from the address of a local service. */
const withoutPort = (value: string) => value.replace(/(?<=\/\/(?:localhost|127\.0\.0\.1)):\d+/, '');

/**
 * Hashes the inputs of a build: the sources and the services it prerenders from. Ports are left out, because they
 * change when another program uses one; prerendered pages then name the earlier port only in their metadata for search
 * engines.
 */
export async function fingerprint(environment: Record<string, string>): Promise<string> {
  const variables = Object.entries(environment).map(([name, value]) => [name, withoutPort(value)]);
  const hash = createHash('sha256').update(JSON.stringify(variables.sort()));
  for (const pattern of sources) {
    const files: string[] = [];
    // A route for a file is a folder with the name of the file, such as `openapi.json`.
    for await (const entry of glob(pattern, { cwd: root, withFileTypes: true })) {
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)));
    }
    for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}
