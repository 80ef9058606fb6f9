import { globSync, readFileSync } from 'node:fs';

/** A function of the database: its name, and the text that may name others. */
export type DatabaseFunction = { name: string; text: string };

const namesIn = (text: string) => new Set(text.match(/[a-z_][a-z_0-9]*/g));

/**
 * Finds the tests of each function: those that name it, or something that calls it, the closest first.
 *
 * @param functions functions, and triggers, policies and views under the name of their table
 * @param files test files with their texts, by path
 * @returns a lookup by name; empty if no test reaches the function
 */
export function testsByFunction(
  functions: DatabaseFunction[],
  files: Record<string, string>,
): (name: string) => string[] {
  const bodies = functions.map(({ name, text }) => ({ name, names: namesIn(text) }));
  const tests = Object.entries(files).map(([file, text]) => ({ file, names: namesIn(text) }));
  return (name) => {
    const reached = new Set([name]);
    const found = new Set<string>();
    // A set that grows is iterated to its end: callers follow the functions that they call.
    for (const callee of reached) {
      for (const { file, names } of tests) if (names.has(callee)) found.add(file);
      for (const body of bodies) if (body.names.has(callee)) reached.add(body.name);
    }
    return [...found];
  };
}

/** The database tests with their texts, by path. */
export const readDatabaseTests = (): Record<string, string> =>
  Object.fromEntries(globSync('tests/db/**/*.test.ts').map((file) => [file, readFileSync(file, 'utf8')]));
