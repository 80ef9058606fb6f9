import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The files that `next start` reads, in ascending precedence. */
const files = ['.env', '.env.production', '.env.local', '.env.production.local'];

export type Source = Record<string, string | undefined>;

function readFile(path: string): Source | null {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Merges the variables of the files and of this process, which take precedence.
 *
 * @param given a file from the command line, instead of the shop's own files
 * @returns `expanded` are the names of values with a `$`, which the shop and shells expand, other readers not
 * @throws if that file does not exist
 */
export function readEnv(folder: string, given?: string): { source: Source; names: string[]; expanded: string[] } {
  const found = (given ? [given] : files.map((name) => join(folder, name))).flatMap((path) => {
    const variables = readFile(path);
    if (given && !variables) throw new Error(`there is no file ${given}`);
    return variables ? [{ path, variables }] : [];
  });
  const source = Object.assign({}, ...found.map(({ variables }) => variables), process.env) as Source;
  const expanded = Object.keys(source).filter(
    (name) => !(name in process.env) && found.some(({ variables }) => variables[name]?.includes('$')),
  );
  return { source, names: found.map(({ path }) => path), expanded };
}
